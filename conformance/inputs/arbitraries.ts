import fc, { type Arbitrary } from "fast-check";
import type { InputSchema, Schema } from "../../generated/table.ts";

/** Texts that commonly break parsers. */
const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "\u{202e}",
  "\u{feff}",
  "%",
  "%00",
  "%zz",
  "%ff",
  "%2e%2e%2f",
  "../../etc/passwd",
  "..\\..\\",
  "//",
  "\\\\host\\share",
  "'; drop table pages;--",
  "<script>alert(1)</script>",
  "${7*7}",
  "{{7*7}}",
  "\r\nSet-Cookie: a=1",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "\u{1f469}\u{200d}\u{1f680}",
  "\u0301".repeat(50),
  "\u{10ffff}",
  "\u{fdfa}".repeat(30),
  "ﬃ",
  "İ",
  "ß",
  "a\u0308",
];

/** Any text: generated, hostile or very long. */
export const anyText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 450, size: "max" }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5000 }).map((length) => "a".repeat(length)) },
);

/** Any URL: valid and invalid ones, of this site and of others. */
export const anyUrl = (origin: string): Arbitrary<string> =>
  fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(
        fc.constantFrom(
          "/",
          "/guide/",
          "/guide/tape-heads.html",
          "/pictures/reel.png",
          "/nothing",
          "//",
          "/%2e%2e/",
        ),
        anyText,
      )
      .map(([path, more]) => origin + path + more),
    fc.constantFrom(
      "http:",
      "http://",
      "http:///",
      "file:///etc/passwd",
      "data:,a",
      "javascript:0",
      "mailto:a@b.example",
      "urn:a:b",
      "http://[::1]/",
      "http://0x7f.1/",
      "http://a:99999/",
      "about:blank",
    ),
    anyText,
  );

/** Valid values of the models that inputs refer to. */
const MODELS: Readonly<Record<string, readonly unknown[]>> = {
  TriggerWatch: [{ kind: "event" }, { kind: "schedule", every: 60 }],
  TriggerAction: [{ kind: "run", tool: "fjord.get_me" }],
};

/** Whether an input may have any value. */
const isAnything = (schema: Schema): boolean =>
  !schema["type"] && !schema["$ref"] && !schema["enum"];

/** Values that match an input schema. */
export function validValue(schema: Schema): Arbitrary<unknown> {
  const model = MODELS[schema["$ref"]?.split("/").at(-1)];
  if (model) return fc.constantFrom(...model);
  if (isAnything(schema)) return fc.jsonValue();
  if (schema["format"] === "date-time")
    return fc
      .integer({ min: 0, max: 4_000_000_000_000 })
      .map((time) => new Date(time).toISOString());
  if (schema["enum"]) return fc.constantFrom(...schema["enum"]);
  if (schema["type"] === "integer")
    return fc.integer({ min: schema["minimum"], max: schema["maximum"] });
  if (schema["type"] === "boolean") return fc.boolean();
  if (schema["type"] === "array")
    return fc.array(validValue(schema["items"]), {
      minLength: schema["minItems"] ?? 0,
      maxLength: Math.min(schema["maxItems"] ?? 10, 10),
    });
  if (schema["additionalProperties"]?.type === "string")
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 40 }), {
      maxKeys: 5,
    });
  if (schema["type"] === "object") return fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 5 });
  if (schema["format"] === "uri")
    return fc
      .webUrl({ withQueryParameters: true })
      .filter((url) => url.length <= (schema["maxLength"] ?? Infinity));
  if (schema["type"] === "string")
    return textBetween(schema["minLength"] ?? 0, schema["maxLength"] ?? 200);
  throw new Error(`No values are made for ${JSON.stringify(schema)} yet: teach arbitraries.ts.`);
}

/** Texts by length in code points, as JSON Schema counts them. */
const textBetween = (min: number, max: number): Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "grapheme-ascii", minLength: min, maxLength: Math.min(max, 40) }),
    fc
      .array(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), {
        minLength: min,
        maxLength: max,
        size: "max",
      })
      .map((letters) => letters.join("")),
    fc.constantFrom(
      ...HOSTILE_TEXTS.filter((text) => [...text].length >= min && [...text].length <= max),
    ),
    fc.constant("\u{1f3a7}".repeat(max)),
  );

/** Values that don't match an input schema, not even as text in a query. */
export function invalidValue(schema: Schema): Arbitrary<unknown> {
  if (schema["$ref"]) return fc.constantFrom<unknown>("text", 7, null, [], {}, { kind: "moon" });
  if (schema["format"] === "date-time")
    return fc.constantFrom("", "yesterday", "2026-11-23", "1795000000", "2026-13-01T00:00:00Z");
  if (schema["enum"]) return anyText.filter((text) => !schema["enum"].includes(text));
  if (schema["type"] === "integer") {
    const { minimum, maximum } = schema;
    return fc.oneof(
      fc.integer({ max: minimum - 1 }),
      ...(maximum === undefined ? [] : [fc.integer({ min: maximum + 1 })]),
      fc.constantFrom("", "one", "1.5", "1e1", "0x1", " 1", "٣", "NaN", "9".repeat(30), "-"),
    );
  }
  if (schema["type"] === "boolean")
    return fc.constantFrom("", "yes", "TRUE", "1", "truefalse", " true");
  if (schema["type"] === "array")
    return fc.constantFrom<unknown>(
      "text",
      {},
      null,
      7,
      [7],
      [[]],
      ...(schema["minItems"] ? [[]] : []),
      ...(schema["maxItems"] ? [Array(schema["maxItems"] + 1).fill("a")] : []),
    );
  if (schema["type"] === "object") return fc.constantFrom<unknown>("text", 7, null, true, [], [{}]);
  if (schema["format"] === "uri")
    return fc.oneof(
      fc.constantFrom("", "relative", "/path", "//host/", "http://", "::", "a b"),
      fc.constant(`http://a.example/${"a".repeat(schema["maxLength"])}`),
    );
  return fc.constantFrom(
    "a".repeat(schema["maxLength"] + 1),
    "\u{1f3a7}".repeat(schema["maxLength"] + 1),
    ...(schema["minLength"] ? [""] : []),
  );
}

/** Valid inputs: the required values and some of the optional ones. */
export const validInput = ({
  properties,
  required,
}: InputSchema): Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, validValue(schema)]),
    ),
    { requiredKeys: [...required] },
  );

/** Inputs with one error: an invalid value, an unknown name or a missing value. */
export function invalidInput(schema: InputSchema): Arbitrary<Record<string, unknown>> {
  const { properties, required } = schema;
  const good = validInput(schema);
  const wrongValues = Object.entries(properties)
    .filter(([, each]) => !isAnything(each))
    .map(([name, each]) =>
      fc.tuple(good, invalidValue(each)).map(([input, wrong]) => ({ ...input, [name]: wrong })),
    );
  const missing = required.map((name) => good.map(({ [name]: _, ...rest }) => rest));
  const unknown = fc
    .tuple(good, fc.string({ minLength: 1, maxLength: 12 }), fc.string())
    .map(([input, name, value]) => ({ ...input, [`x-${name}`]: value }));
  return fc.oneof(...wrongValues, ...missing, unknown);
}

/** Malformed query strings, in ASCII so that they can be sent. */
export const anyQuery = (names: readonly string[]): Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "&",
          "=",
          "%",
          "+",
          ";",
          "?",
          "/",
          "#",
          "%00",
          "%zz",
          "%ff%fe",
          "%ed%a0%80",
          "%F0%9F%8E%A7",
          "&&",
          "==",
          "[]",
          ...names,
          ...names.map((name) => `${name}=`),
        ),
        fc.string({ unit: "grapheme-ascii", maxLength: 8 }),
      ),
      { maxLength: 20 },
    )
    .map((pieces) => pieces.join("").replaceAll(/[^!-~]|#/g, "_"));

/** Header values: visible characters with spaces between them. */
export const anyHeaderText = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019_-.~+/=,;:\"'\\()<>[]{}%* \t"), maxLength: 80 })
  .map((text) => text.trim());
