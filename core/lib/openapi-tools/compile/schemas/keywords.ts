export const NUMBERS = new Set([
  "multipleOf",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
]);
export const COUNTS = new Set([
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "maxProperties",
  "minProperties",
]);
export const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
export const SINGLE = new Set([
  "not",
  "contains",
  "propertyNames",
  "if",
  "then",
  "else",
  "items",
  "additionalProperties",
]);
export const MAPS = new Set(["patternProperties", "dependentSchemas"]);
/** Keywords whose target depends on the evaluation path. They are not supported. */
export const UNSUPPORTED = new Set(["$dynamicRef", "$recursiveRef"]);

/**
 * Whether a property is OData's `@odata.type`. Some documents require it of every
 * object, but the service only needs it where a type has variants.
 */
export const isTypeHint = (name: unknown): boolean => name === "@odata.type";
