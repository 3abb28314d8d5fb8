export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of a function, and how to read what a model sends for it. */
export interface FunctionSchema {
  readonly schema: JsonSchema & { readonly type: "object" };
  /** Returns the arguments of the tool, with the names and values that it knows. */
  toArguments(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Model APIs compile patterns as JSON Schema recommends: ECMA-262 with Unicode. */
export function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === "string" && new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
