import { listAt, ownEntries, ownValue } from "../../../kit/json/json-access.ts";

const MAX_LENGTH = 80;
/** What generators write if a document has no example. */
const PLACEHOLDER = /^(?:|string|text|value|example|test|null|<.*>|\{.*\}|\[.*\])$/i;

const BY_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T09:00:00Z",
  date: "2026-01-31",
};

/**
 * A short example of a value, from the first of these objects that has one: a parameter, a member
 * of a body, or their schema. Otherwise one that shows the format.
 */
export function readExample(...objects: readonly unknown[]): string | number | undefined {
  for (const object of objects) {
    const examples = ownValue(object, "examples");
    const candidates = [
      ownValue(object, "example"),
      ownValue(object, "x-example"),
      ...listAt(object, "examples").slice(0, 1),
      ...ownEntries(examples)
        .slice(0, 1)
        .map(([, example]) => ownValue(example, "value")),
    ];
    const found = candidates.find(isUsable);
    if (found !== undefined) return found;
  }
  return objects
    .map((object) => ownValue(object, "format"))
    .map((format) => (typeof format === "string" ? ownValue(BY_FORMAT, format) : undefined))
    .find(isUsable);
}

function isUsable(value: unknown): value is string | number {
  if (typeof value === "number") return Number.isFinite(value) && value !== 0;
  return (
    typeof value === "string" &&
    value.length <= MAX_LENGTH &&
    !/\p{Cc}/u.test(value) &&
    !PLACEHOLDER.test(value.trim())
  );
}

/** Adds an example to the schema of an argument, unless its values are listed. */
export function withExample<Schema extends object>(
  schema: Schema,
  example: string | number | undefined,
): Schema {
  const isListed = listAt(schema, "enum").length > 0 || Object.hasOwn(schema, "const");
  return example === undefined || isListed || !acceptsExample(schema, example)
    ? schema
    : { ...schema, examples: [example] };
}

/** Whether the type of a schema is that of its example. Some documents quote numbers. */
function acceptsExample(schema: object, example: string | number): boolean {
  const type = ownValue(schema, "type");
  const types = Array.isArray(type) ? type : [type];
  return typeof example === "string"
    ? types.includes("string")
    : types.includes("integer") || types.includes("number");
}
