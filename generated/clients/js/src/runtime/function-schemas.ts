import { closeSchema } from "./closed-schemas.ts";
import { toSafeName } from "./function-names.ts";
import { type FunctionSchema, isPattern, isSchema, type JsonSchema } from "./json-schemas.ts";

/**
 * How the arguments of tools are described to a model. `standard` suits OpenAI and Anthropic.
 * `strict` suits OpenAI's strict mode, in which a model can only write valid arguments. `gemini`
 * suits the `parameters` of Gemini's function declarations.
 */
export type SchemaMode = "standard" | "strict" | "gemini";

/** Describes the arguments of a tool so that the API of a model accepts them. */
export function toFunctionSchema(schema: JsonSchema, mode: SchemaMode): FunctionSchema {
  const plain = withoutAlternatives(schema);
  return mode === "standard" ? describeStandard(plain) : closeSchema(plain, mode);
}

/**
 * Keywords for which the APIs of models refuse a schema, and the whole request, if they are at its
 * root. The platform checks them, and its answer tells the model which arguments are wrong.
 */
const REFUSED_KEYWORDS = new Set(["oneOf", "anyOf", "allOf", "not", "enum"]);
const LISTS = new Set(["oneOf", "anyOf", "allOf", "prefixItems"]);
const SINGLE = new Set(["items", "additionalProperties", "not", "contains", "if", "then", "else"]);
/** A schema that is nested deeper accepts anything there. */
const MAX_DEPTH = 100;

/** Returns a schema whose root lists the properties of its alternatives, too. */
function withoutAlternatives(schema: JsonSchema): JsonSchema {
  const definitions = isSchema(schema["$defs"]) ? schema["$defs"] : {};
  const properties: Record<string, unknown> = {};
  const required: unknown[] = [];
  const collect = (part: unknown, isRequired: boolean, depth: number): void => {
    if (!isSchema(part) || depth > 5) return;
    const { $ref } = part;
    if (typeof $ref === "string") collect(definitions[$ref.slice(8)], isRequired, depth + 1);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const branches = part[keyword];
      if (Array.isArray(branches))
        for (const branch of branches)
          collect(branch, isRequired && keyword === "allOf", depth + 1);
    }
    if (isSchema(part["properties"])) Object.assign(properties, part["properties"]);
    if (isRequired && Array.isArray(part["required"])) required.push(...part["required"]);
  };
  collect(schema, true, 0);
  const kept = Object.entries(schema).filter(
    ([keyword]) => !REFUSED_KEYWORDS.has(keyword) && keyword !== "$ref",
  );
  return {
    ...Object.fromEntries(kept),
    type: "object",
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function describeStandard(schema: JsonSchema): FunctionSchema {
  /** The names of properties by the names that the model sees. */
  const originals = new Map<string, string>();

  const rename = (name: string): string => {
    const safe = toSafeName(name, /^[a-zA-Z0-9_.-]{1,64}$/);
    if (safe !== name) originals.set(safe, name);
    return safe;
  };

  function read(value: unknown, depth: number): unknown {
    if (!isSchema(value)) return value;
    if (depth > MAX_DEPTH) return {};
    const out: Record<string, unknown> = {};
    for (const [keyword, member] of Object.entries(value)) {
      if (LISTS.has(keyword) && Array.isArray(member))
        out[keyword] = member.map((each) => read(each, depth + 1));
      else if (SINGLE.has(keyword)) out[keyword] = read(member, depth + 1);
      else if (keyword === "properties") out[keyword] = readMembers(member, rename, depth);
      else if (keyword === "$defs") out[keyword] = readMembers(member, (name) => name, depth);
      else if (keyword === "required" && Array.isArray(member))
        out[keyword] = member.map((name) => rename(String(name)));
      else if (keyword !== "pattern" || isPattern(member)) out[keyword] = member;
    }
    if (isArray(out) && !isSchema(out["items"])) out["items"] = {};
    if (Array.isArray(out["required"])) addRequired(out, out["required"]);
    return out;
  }

  const readMembers = (members: unknown, toName: (name: string) => string, depth: number) =>
    Object.fromEntries(
      Object.entries(isSchema(members) ? members : {}).map(([name, member]) => [
        toName(name),
        read(member, depth + 1),
      ]),
    );

  const restore = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(restore);
    if (!isSchema(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [originals.get(name) ?? name, restore(member)]),
    );
  };

  const described = read(schema, 0) as JsonSchema;
  return {
    schema: { ...described, type: "object" },
    toArguments: (input) =>
      originals.size === 0 ? input : (restore(input) as Record<string, unknown>),
  };
}

/** Names that are required need a property. A branch of `anyOf` may only name those around it. */
function addRequired(out: Record<string, unknown>, names: readonly string[]): void {
  if (!isSchema(out["properties"]) && out["type"] === undefined) return;
  const properties = (out["properties"] ?? {}) as JsonSchema;
  const missing = names.filter((name) => !Object.hasOwn(properties, name));
  if (missing.length === 0) return;
  out["properties"] = { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) };
}

const isArray = ({ type, prefixItems }: JsonSchema): boolean =>
  type === "array" || (Array.isArray(type) && type.includes("array")) || Array.isArray(prefixItems);
