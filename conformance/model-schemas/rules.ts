/** A rule that a schema of a tool breaks, and where. */
export type Violation = string;

type Schema = Readonly<Record<string, unknown>>;

/** A tool as a provider receives it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

/** The rules of one provider. An empty list: it accepts the tool. */
export type CheckTool = (tool: OfferedTool) => readonly Violation[];

/** Calls a function for every subschema, with its path and its depth in objects. */
function walk(
  schema: unknown,
  visit: (schema: Schema, path: string, level: number) => void,
  path = "",
  level = 0,
): void {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  const current = schema as Schema;
  visit(current, path, level);
  const entries = (value: unknown) => Object.entries((value ?? {}) as object);
  for (const [keyword, value] of Object.entries(current)) {
    if (["properties", "patternProperties", "$defs", "dependentSchemas"].includes(keyword))
      for (const [name, each] of entries(value))
        walk(each, visit, `${path}/${keyword}/${name}`, level + 1);
    else if (["allOf", "anyOf", "oneOf", "prefixItems"].includes(keyword))
      for (const [index, each] of entries(value))
        walk(each, visit, `${path}/${keyword}/${index}`, level);
    else if (
      [
        "items",
        "additionalProperties",
        "not",
        "contains",
        "propertyNames",
        "if",
        "then",
        "else",
      ].includes(keyword)
    )
      walk(value, visit, `${path}/${keyword}`, level);
  }
}

const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type]);
const namesOf = (schema: Schema): readonly string[] =>
  Object.keys((schema["properties"] ?? {}) as object);
const isSchema = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/**
 * Rules for every described tool, whatever model reads it: those on which the providers agree, and
 * that don't concern names. "array schema missing items" and "required: property is not defined" are
 * the errors of OpenAI (openai/openai-python and agents' issues, read 2026-11-28) and Gemini.
 */
export function checkSchema(schema: unknown): readonly Violation[] {
  const violations: Violation[] = [];
  if (!isSchema(schema) || (schema as Schema)["type"] !== "object")
    violations.push("/: not an object");
  walk(schema, (each, path) => {
    const report = (text: string) => violations.push(`${path || "/"}: ${text}`);
    if (typesOf(each).includes("array") && !isSchema(each["items"])) report("array without items");
    const required = (each["required"] ?? []) as readonly string[];
    const isBranch = /\/(?:anyOf|oneOf|allOf)\/\d+$|\/(?:not|if|then|else)$/.test(path);
    if (!(isBranch && each["properties"] === undefined))
      for (const name of required)
        if (!namesOf(each).includes(name)) report(`required ${name} isn't a property`);
    const { pattern } = each;
    if (pattern !== undefined && !(typeof pattern === "string" && isPattern(pattern)))
      report(`pattern ${String(pattern)}`);
    for (const name of Object.keys((each["patternProperties"] ?? {}) as object))
      if (!isPattern(name)) report(`pattern ${name}`);
    if (each["$ref"] !== undefined && !/^#\/\$defs\//.test(String(each["$ref"]))) report("$ref");
  });
  return violations;
}

/** Keywords that OpenAI and Anthropic refuse at the root. */
const REFUSED_AT_ROOT = ["oneOf", "anyOf", "allOf", "not", "enum"];

const checkRoot = ({ schema }: OfferedTool): readonly Violation[] =>
  REFUSED_AT_ROOT.filter((keyword) => Object.hasOwn(schema as object, keyword)).map(
    (keyword) => `/: ${keyword} at the root`,
  );

const checkName = ({ name }: OfferedTool, pattern: RegExp): readonly Violation[] =>
  pattern.test(name) ? [] : [`name ${name}`];

function checkProperties({ schema }: OfferedTool, pattern: RegExp): readonly Violation[] {
  const violations: Violation[] = [];
  walk(schema, (each, path) => {
    for (const name of namesOf(each))
      if (!pattern.test(name)) violations.push(`${path}: property ${name}`);
  });
  return violations;
}

/**
 * OpenAI, function tools with `strict: false`. Sources: `FunctionDefinition.name` of the `openai`
 * package 7.57.0 ("a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64");
 * the API's errors "array schema missing items", "schema must have type 'object' and not have
 * 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level" and "description: string too long, maximum
 * length 1024" in public issues. Read 2026-11-28.
 */
export const checkOpenAI: CheckTool = (tool) => [
  ...checkName(tool, /^[a-zA-Z0-9_-]{1,64}$/),
  ...(tool.description.length > 1_024 ? ["description longer than 1,024 characters"] : []),
  ...checkRoot(tool),
  ...checkSchema(tool.schema),
];

/**
 * Anthropic. Sources: the API's errors "tools.N.custom.input_schema.properties: Property keys should
 * match pattern '^[a-zA-Z0-9_.-]{1,64}$'" (anthropics/claude-code issues 4668 and 79418) and
 * "tools.N.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'" (home-assistant/core
 * issue 147760; earlier {1,64}); "input_schema does not support oneOf, allOf, or anyOf at the top
 * level"; JSON Schema 2020-12 (documentation of tool use). Read 2026-11-28.
 */
export const checkAnthropic: CheckTool = (tool) => [
  ...checkName(tool, /^[a-zA-Z0-9_-]{1,64}$/),
  ...checkProperties(tool, /^[a-zA-Z0-9_.-]{1,64}$/),
  ...checkRoot(tool),
  ...checkSchema(tool.schema),
];

/**
 * OpenAI, `strict: true`. Sources: documentation "Structured Outputs, supported schemas" (as of
 * February 2026 in jsonschemaprofiles.unitvectorylabs.com, and `lib/transform.js` of the `openai`
 * package 7.57.0). Read 2026-11-28.
 */
const STRICT_KEYWORDS = new Set(
  "type enum anyOf description properties required additionalProperties items pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems".split(
    " ",
  ),
);
const STRICT_FORMATS = new Set(
  "date-time time date duration email hostname ipv4 ipv6 uuid".split(" "),
);
export const checkStrict: CheckTool = (tool) => {
  const violations: Violation[] = [...checkOpenAI(tool)];
  let [properties, values, characters] = [0, 0, 0];
  walk(tool.schema, (each, path, level) => {
    const report = (text: string) => violations.push(`${path || "/"}: ${text}`);
    for (const keyword of Object.keys(each)) if (!STRICT_KEYWORDS.has(keyword)) report(keyword);
    if (each["type"] === undefined && each["anyOf"] === undefined) report("no type");
    if (each["format"] !== undefined && !STRICT_FORMATS.has(String(each["format"])))
      report("format");
    const names = namesOf(each);
    if (typesOf(each).includes("object")) {
      if (each["additionalProperties"] !== false) report("additionalProperties isn't false");
      const required = (each["required"] ?? []) as readonly string[];
      if (names.some((name) => !required.includes(name))) report("a property isn't required");
      if (level >= 10) report("more than 10 levels");
    }
    properties += names.length;
    const members = (each["enum"] ?? []) as readonly unknown[];
    values += members.length;
    const texts = members.map(String).join("");
    if (members.length > 250 && texts.length > 15_000) report("long enum");
    characters += names.join("").length + texts.length;
  });
  if (properties > 5_000) violations.push("more than 5,000 properties");
  if (values > 1_000) violations.push("more than 1,000 values");
  if (characters > 120_000) violations.push("more than 120,000 characters");
  return violations;
};

/**
 * Gemini, `FunctionDeclaration.parameters`. Sources: `FunctionDeclaration` and `Schema` of Vertex AI's
 * REST reference ("must start with a letter or an underscore … maximum length of 64"; "parameter names
 * must only contain chars a-z, A-Z, 0-9, or underscores with a maximum length of 64"), and the API's
 * errors "items: missing field", "properties: should be non-empty for OBJECT type", "only 'enum' and
 * 'date-time' are supported for STRING type", "Unknown name" and "Proto field is not repeating" in
 * public issues. Read 2026-11-28.
 */
const GEMINI_KEYWORDS = new Set(
  "type format description nullable enum items properties required anyOf minimum maximum minItems maxItems".split(
    " ",
  ),
);
const GEMINI_FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ["date-time"],
  integer: ["int32", "int64"],
  number: ["float", "double"],
};
export const checkGemini: CheckTool = (tool) => {
  const violations: Violation[] = [
    ...checkName(tool, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/),
    ...checkProperties(tool, /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/),
    ...checkRoot(tool),
    ...checkSchema(tool.schema),
  ];
  walk(tool.schema, (each, path) => {
    const report = (text: string) => violations.push(`${path || "/"}: ${text}`);
    const { type, format } = each;
    for (const keyword of Object.keys(each)) if (!GEMINI_KEYWORDS.has(keyword)) report(keyword);
    if (each["anyOf"] === undefined && typeof type !== "string") report("no single type");
    if (type === "object" && path !== "" && namesOf(each).length === 0)
      report("object without properties");
    if (format !== undefined && !GEMINI_FORMATS[String(type)]?.includes(String(format)))
      report("format");
    const members = each["enum"] as readonly unknown[] | undefined;
    if (
      members &&
      !(type === "string" && members.every((value) => typeof value === "string" && value !== ""))
    )
      report("enum");
  });
  return violations;
};
