export { compileExpression, compileFilter, type ExpressionError } from "./expression.ts";
export { compileTemplate } from "./template.ts";
