export {
  compileExpression,
  compileFilter,
  type Expression,
  type ExpressionError,
  type Filter,
  MAX_EXPRESSION_LENGTH,
  type Result,
} from "./expression.ts";
export { compileTemplate, type Template } from "./template.ts";
