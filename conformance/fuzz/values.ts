import type { Random } from "./random.ts";

/** A JSON Schema of an OpenAPI document. */
export type DocumentSchema = Readonly<Record<string, any>>;

/** Texts that commonly break parsers. */
export const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "%",
  "%00",
  "%zz",
  "%ff",
  "../../etc/passwd",
  "..\\..\\",
  "//",
  "'; drop table pages;--",
  "<script>alert(1)</script>",
  "\r\nSet-Cookie: a=1",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-0",
  "1e309",
  "\u{202e}",
  "\u{feff}",
  "\ud800",
  "\u{1f469}\u{200d}\u{1f680}",
  "İ",
  "a".repeat(5000),
];

const HOSTILE_NUMBERS = [-1, 0, 0.5, 101, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.NaN];

/** Generates values from schemas. */
export interface ValueGrammar {
  /** Returns a value that mostly matches the schema. Each level may be replaced by any value. */
  value(schema: DocumentSchema, mutation: number): unknown;
  text(schema: DocumentSchema): string;
  hostileText(): string;
}

/**
 * Creates the values of a document. `known` returns texts that responses have contained, such as
 * IDs and cursors, so that requests reach what earlier ones created.
 */
export function createValueGrammar(
  document: any,
  random: Random,
  known: () => readonly string[],
): ValueGrammar {
  const resolve = (schema: DocumentSchema): DocumentSchema =>
    typeof schema["$ref"] === "string"
      ? resolve(document.components.schemas[schema["$ref"].split("/").at(-1)!])
      : schema;

  const hostileText = () =>
    random.chance(0.7)
      ? random.pick(HOSTILE_TEXTS)
      : String.fromCodePoint(
          ...Array.from({ length: random.integer(20) }, () => random.integer(0xd000)),
        );

  const text = (schema: DocumentSchema): string => {
    const examples = (schema["examples"] ?? []).filter(
      (each: unknown) => typeof each === "string",
    ) as string[];
    const learned = known();
    if (learned.length > 0 && random.chance(0.4)) return random.pick(learned);
    if (examples.length > 0 && random.chance(0.6)) return random.pick(examples);
    const { minLength = 0, maxLength = 40 } = schema;
    const length = random.pick([minLength, maxLength, minLength + random.integer(20)]);
    return "tape reel ".repeat(Math.ceil(length / 10)).slice(0, length);
  };

  const anyValue = (): unknown =>
    random.pick<() => unknown>([
      () => null,
      () => random.chance(0.5),
      () => random.pick(HOSTILE_NUMBERS),
      hostileText,
      () => [],
      () => [null],
      () => ({}),
      () => ({ [hostileText()]: hostileText() }),
      () => [[[[[[{}]]]]]],
    ])();

  const object = (schema: DocumentSchema, mutation: number, depth: number) => {
    const required = new Set<string>(schema["required"] ?? []);
    const entries = Object.entries<DocumentSchema>(schema["properties"] ?? {})
      .filter(([name]) => (required.has(name) ? !random.chance(mutation) : random.chance(0.4)))
      .map(([name, each]): [string, unknown] => [name, generate(each, mutation, depth + 1)]);
    if (random.chance(mutation)) entries.push([hostileText() || "x", anyValue()]);
    return Object.fromEntries(entries);
  };

  const generate = (unresolved: DocumentSchema, mutation: number, depth: number): unknown => {
    if (random.chance(mutation) || depth > 8) return anyValue();
    const schema = resolve(unresolved);
    const options = schema["anyOf"] ?? schema["oneOf"];
    if (options) return generate(random.pick(options), mutation, depth + 1);
    if (schema["allOf"])
      return Object.assign(
        {},
        ...schema["allOf"].map((each: DocumentSchema) => generate(each, mutation, depth + 1)),
      );
    if (schema["const"] !== undefined) return schema["const"];
    if (schema["enum"]) return random.pick(schema["enum"]);
    switch (Array.isArray(schema["type"]) ? random.pick(schema["type"]) : schema["type"]) {
      case "integer":
      case "number": {
        const { minimum = 0, maximum = minimum + 100 } = schema;
        return random.pick([minimum, maximum, minimum + random.integer(maximum - minimum + 1)]);
      }
      case "boolean":
        return random.chance(0.5);
      case "null":
        return null;
      case "array":
        return Array.from({ length: random.pick([1, 1, 2, schema["maxItems"] ?? 3]) }, () =>
          generate(schema["items"] ?? {}, mutation, depth + 1),
        );
      case "object":
        return object(schema, mutation, depth);
      case "string":
        return text(schema);
      default:
        return anyValue();
    }
  };

  return { value: (schema, mutation) => generate(schema, mutation, 0), text, hostileText };
}
