export type { Violation } from "./evaluation.ts";
export { compilePattern, LONGEST_PATTERN, matchesField } from "./patterns/pattern.ts";
export { translate } from "./patterns/translate.ts";
export type { Schema } from "./schema.ts";
export { createValidator, TooMuchWorkError, type Validate } from "./validator.ts";
