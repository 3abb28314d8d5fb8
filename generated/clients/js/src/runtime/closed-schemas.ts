import { toSafeName } from "./function-names.ts";
import { type FunctionSchema, isPattern, isSchema, type JsonSchema } from "./json-schemas.ts";

type ClosedMode = "strict" | "gemini";

/** A described part, and how to read what a model sends for it. */
interface Part {
  readonly schema: JsonSchema;
  readonly decode: (value: unknown) => unknown;
  /** Whether it describes a value, so that one of several alternatives can be chosen. */
  readonly fits: (value: unknown) => boolean;
}

const same = (value: unknown): unknown => value;

/** What OpenAI's strict mode takes: levels of objects, properties, values of enums, characters. */
const LIMITS = { levels: 9, properties: 4_000, values: 800, characters: 80_000, parts: 20_000 };

const FORMATS: Readonly<Record<ClosedMode, Readonly<Record<string, readonly string[]>>>> = {
  strict: {
    string: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
  },
  gemini: { string: ["date-time"], integer: ["int32", "int64"], number: ["float", "double"] },
};
const NUMBERS: Readonly<Record<ClosedMode, readonly string[]>> = {
  strict: ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  gemini: ["minimum", "maximum"],
};
const NAMES: Readonly<Record<ClosedMode, RegExp>> = {
  strict: /^[a-zA-Z0-9_.-]{1,64}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
};

/**
 * Describes arguments to an API whose schemas are closed: they list every property, and refer to no
 * others. What such a schema can't express becomes text with JSON, which is read when the model calls.
 */
export const closeSchema = (schema: JsonSchema, mode: ClosedMode): FunctionSchema =>
  new SchemaCloser(schema, mode).close();

class SchemaCloser {
  readonly #root: JsonSchema;
  readonly #mode: ClosedMode;
  readonly #left = { ...LIMITS };

  constructor(root: JsonSchema, mode: ClosedMode) {
    this.#root = root;
    this.#mode = mode;
  }

  close(): FunctionSchema {
    const part = this.#object(this.#root, [], 0);
    return {
      schema: { ...part.schema, type: "object" },
      toArguments: (input) => part.decode(input) as Readonly<Record<string, unknown>>,
    };
  }

  /** Describes a part. Undefined: only JSON in a text can express it. */
  #read(given: unknown, outer: readonly string[], level: number): Part | undefined {
    this.#left.parts--;
    if (!isSchema(given) || this.#left.parts < 0) return undefined;
    const merged = this.#merge(given, outer);
    if (!merged) return undefined;
    const { schema, references } = merged;
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives))
      return this.#union(schema, alternatives, { references, level });
    if (schema["const"] !== undefined) return this.#values({ ...schema, enum: [schema["const"]] });
    if (Array.isArray(schema["enum"])) return this.#values(schema);
    const types = typesOf(schema);
    if (types.length === 0) return undefined;
    const named = types.filter((type) => type !== "null");
    if (named.length !== 1)
      return this.#union(
        schema,
        types.map((type) => ({ ...schema, type, description: undefined })),
        { references, level },
      );
    const part = this.#typed({ ...schema, type: named[0] }, references, level);
    return part && types.length > 1 ? this.#nullable(part) : part;
  }

  #typed(schema: JsonSchema, references: readonly string[], level: number): Part | undefined {
    const { type } = schema;
    if (type === "object") {
      const isOpen = schema["additionalProperties"] !== false;
      const isEmpty = Object.keys(propertiesOf(schema)).length === 0;
      if ((isOpen && isEmpty) || isSchema(schema["additionalProperties"])) return undefined;
      if (schema["patternProperties"] !== undefined || (isEmpty && this.#mode === "gemini"))
        return undefined;
      return level < LIMITS.levels ? this.#object(schema, references, level) : undefined;
    }
    if (type === "array") {
      if (schema["prefixItems"] !== undefined) return undefined;
      const items = this.#read(schema["items"], references, level);
      if (!items) return undefined;
      return {
        schema: { ...this.#describe(schema, ["minItems", "maxItems"]), items: items.schema },
        decode: (value) => (Array.isArray(value) ? value.map(items.decode) : value),
        fits: Array.isArray,
      };
    }
    const isNumber = type === "number" || type === "integer";
    const described = this.#describe(schema, isNumber ? NUMBERS[this.#mode] : []);
    const { format, pattern } = schema;
    const hasFormat = FORMATS[this.#mode][String(type)]?.includes(String(format));
    const hasPattern = type === "string" && this.#mode === "strict" && isPattern(pattern);
    return {
      schema: { ...described, ...(hasFormat && { format }), ...(hasPattern && { pattern }) },
      decode: same,
      fits: (value) => typeof value === (isNumber ? "number" : type),
    };
  }

  #object(schema: JsonSchema, references: readonly string[], level: number): Part {
    const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
    const properties: Record<string, JsonSchema> = {};
    const members = new Map<string, { name: string; part: Part; isRequired: boolean }>();
    for (const [name, property] of Object.entries(propertiesOf(schema))) {
      const key = toSafeName(name, NAMES[this.#mode]);
      const isRequired = required.has(name);
      this.#left.properties--;
      this.#left.characters -= key.length;
      if (!isRequired && (this.#left.properties < 0 || this.#left.characters < 0)) continue;
      const closed = this.#read(property, references, level + 1) ?? this.#json(property);
      const part = this.#mode === "strict" && !isRequired ? this.#nullable(closed) : closed;
      properties[key] = part.schema;
      members.set(key, { name, part, isRequired });
    }
    const needed = [...members].filter(([, { isRequired }]) => isRequired).map(([key]) => key);
    return {
      schema: {
        ...this.#describe(schema, []),
        type: "object",
        properties,
        ...(this.#mode === "strict"
          ? { required: [...members.keys()], additionalProperties: false }
          : needed.length > 0 && { required: needed }),
      },
      decode: (value) => (isSchema(value) ? decodeMembers(value, members) : value),
      fits: (value) => isSchema(value) && Object.keys(value).every((key) => members.has(key)),
    };
  }

  #union(
    schema: JsonSchema,
    alternatives: readonly unknown[],
    { references, level }: { readonly references: readonly string[]; readonly level: number },
  ): Part | undefined {
    const { anyOf: _, oneOf: __, description, ...shared } = schema;
    const isNull = (each: unknown) => isSchema(each) && each["type"] === "null";
    const parts = alternatives
      .filter((each) => !isNull(each))
      .map((each) => this.#read(isSchema(each) ? combine(shared, each) : each, references, level));
    if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
    const all = parts as readonly Part[];
    const part: Part =
      all.length === 1
        ? all[0]!
        : {
            schema: { anyOf: all.map((each) => each.schema) },
            decode: (value) => (all.find(({ fits }) => fits(value))?.decode ?? same)(value),
            fits: (value) => all.some(({ fits }) => fits(value)),
          };
    const named =
      typeof description === "string" ? { ...part, schema: { ...part.schema, description } } : part;
    return alternatives.some(isNull) ? this.#nullable(named) : named;
  }

  #values(schema: JsonSchema): Part | undefined {
    const values: readonly unknown[] = (schema["enum"] as readonly unknown[]).filter(
      (value) => value !== null,
    );
    const [type, ...others] = [...new Set(values.map((value) => typeof value))];
    if (type === undefined || type === "object" || others.length > 0) return undefined;
    const isWhole = type === "number" && values.every((value) => Number.isInteger(value));
    const kept = type === "string" ? values.filter((value) => value !== "") : values;
    this.#left.values -= kept.length;
    this.#left.characters -= kept.join("").length;
    const isListed =
      (this.#mode === "strict" || type === "string") &&
      kept.length > 0 &&
      kept.length <= 250 &&
      this.#left.values >= 0 &&
      this.#left.characters >= 0;
    const listed = `One of ${kept.slice(0, 20).map(String).join(", ")}${kept.length > 20 ? " …" : ""}.`;
    const part: Part = {
      schema: {
        ...this.#describe({ ...schema, type: isWhole ? "integer" : type }, []),
        ...(isListed ? { enum: kept } : { description: join(schema["description"], listed) }),
      },
      decode: same,
      fits: (value) => values.includes(value),
    };
    const hasNull = (schema["enum"] as readonly unknown[]).includes(null);
    return hasNull ? this.#nullable(part) : part;
  }

  #nullable({ schema, decode, fits }: Part): Part {
    const isNullable = { decode: (value: unknown) => (value === null ? null : decode(value)) };
    const accepts = { fits: (value: unknown) => value === null || fits(value) };
    if (this.#mode === "gemini")
      return { schema: { ...schema, nullable: true }, ...isNullable, ...accepts };
    const { anyOf, description, type } = schema;
    if (type === "null" || (Array.isArray(anyOf) && anyOf.some((each) => each.type === "null")))
      return { schema, decode, fits };
    const { description: _, ...rest } = schema;
    const alternatives = Array.isArray(anyOf) ? anyOf : [rest];
    return {
      schema: {
        anyOf: [...alternatives, { type: "null" }],
        ...(description !== undefined && { description }),
      },
      ...isNullable,
      ...accepts,
    };
  }

  /** A value of any form, as text with JSON. */
  #json(schema: unknown): Part {
    const text = isSchema(schema) ? schema["description"] : undefined;
    return {
      schema: { type: "string", description: join(text, "Write the value as JSON.") },
      decode: parseValue,
      fits: (value) => typeof value === "string",
    };
  }

  #describe(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
    const kept = ["type", "description", ...keywords].filter(
      (keyword) => schema[keyword] !== undefined,
    );
    return Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]]));
  }

  /** Replaces references, and merges `allOf`. Undefined for a part that contains itself. */
  #merge(
    given: JsonSchema,
    outer: readonly string[],
  ): { readonly schema: JsonSchema; readonly references: readonly string[] } | undefined {
    let schema = given;
    let references = outer;
    while (typeof schema["$ref"] === "string") {
      const { $ref, ...own } = schema;
      if (references.includes(String($ref))) return undefined;
      references = [...references, String($ref)];
      const definitions = this.#root["$defs"];
      const target = isSchema(definitions) ? definitions[String($ref).slice(8)] : undefined;
      if (!isSchema(target)) return undefined;
      schema = combine(target, own);
    }
    const { allOf, ...own } = schema;
    if (!Array.isArray(allOf)) return { schema, references };
    for (const each of allOf) {
      this.#left.parts--;
      const part =
        isSchema(each) && this.#left.parts > 0 ? this.#merge(each, references) : undefined;
      if (!part) return undefined;
      Object.assign(own, combine(part.schema, own));
    }
    return { schema: own, references };
  }
}

function decodeMembers(
  value: JsonSchema,
  members: ReadonlyMap<string, { name: string; part: Part; isRequired: boolean }>,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const known = members.get(key);
    // A model can't leave out an optional argument in strict mode, so it sends null.
    if (known && member === null && !known.isRequired) continue;
    out[known?.name ?? key] = known ? known.part.decode(member) : member;
  }
  return out;
}

/** Combines two schemas of the same value. The second one has precedence. */
function combine(first: JsonSchema, second: JsonSchema): JsonSchema {
  const required = [first, second].flatMap((each) =>
    Array.isArray(each["required"]) ? each["required"] : [],
  );
  const properties = { ...propertiesOf(first), ...propertiesOf(second) };
  const { required: _, properties: __, ...rest } = { ...first, ...second };
  return {
    ...rest,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** The properties of an object, also those that are only named as required. */
function propertiesOf({ properties, required, type }: JsonSchema): JsonSchema {
  const known = isSchema(properties) ? properties : {};
  if (type !== "object" || !Array.isArray(required)) return known;
  const missing = required.filter((name) => !Object.hasOwn(known, String(name)));
  return { ...known, ...Object.fromEntries(missing.map((name) => [name, {}])) };
}

/** The types of a value, also those that only other keywords imply. */
function typesOf(schema: JsonSchema): readonly unknown[] {
  const { type } = schema;
  if (Array.isArray(type)) return type;
  if (type !== undefined) return [type];
  if (isSchema(schema["properties"])) return ["object"];
  if (isSchema(schema["items"])) return ["array"];
  return schema["pattern"] !== undefined || schema["format"] !== undefined ? ["string"] : [];
}

function parseValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const join = (text: unknown, more: string): string =>
  typeof text === "string" && text !== "" ? `${text} ${more}` : more;
