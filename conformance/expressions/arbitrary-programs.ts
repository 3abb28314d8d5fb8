import fc, { type Arbitrary } from "fast-check";

/** The data of the events that random programs read. */
export const EVENT = {
  type: "poll.new",
  data: {
    list: [1, 2.5, "a", null, true, [1], { id: 7 }],
    texts: ["b", "", "a,b,c", "äö😀"],
    numbers: [3, -1, 0, 1e21],
    map: { a: 1, b: { c: ["d"] }, constructor: 1 },
    text: "a,b;c".repeat(20),
    nothing: null,
    time: "2026-11-23T10:00:00Z",
  },
};

const leaf = fc.oneof(
  fc.constantFrom(
    ...["event", "event.data", "event.data.list", "event.data.texts", "event.data.map"],
    ...["event.data.text", "event.data.numbers", "event.data.time", "event.data.nothing"],
    ...["event.type", "event.data.missing", "event.constructor", "event.__proto__", "x", "y", "z"],
  ),
  fc.integer({ min: -3, max: 9 }).map(String),
  fc.constantFrom(
    ...["1.5", "-0.0", "2u", "true", "false", "null", "[]", "{}", "''", "'a'", "b'ab'", "r'\\d'"],
    ...["9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "0x1F"],
    ...["'Europe/Berlin'", "'(a+)+$'", "'1h30m'", "'2026-11-23T10:00:00.123456789+01:00'"],
    ...["int", "google.protobuf.Timestamp", "google", "cel", "optional.none()", "type"],
  ),
);

const OPERATORS = [
  ...["+", "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "&&", "||"],
];
const FUNCTIONS = [
  ...["size", "int", "uint", "double", "string", "bool", "bytes", "dyn", "type", "timestamp"],
  ...["duration", "has", "unknown", "json"],
];
const METHODS = [
  ...["size", "startsWith", "endsWith", "contains", "lowerAscii", "upperAscii", "trim", "indexOf"],
  ...["lastIndexOf", "substring", "split", "split", "join", "matches", "hex", "string", "base64"],
  ...["at", "json", "getHours", "getFullYear", "getDayOfYear", "getSeconds", "getMilliseconds"],
  ...["all", "map", "value", "bind"],
];
const MACROS = ["all", "exists", "exists_one", "filter", "map", "map"];
const names = fc.constantFrom("x", "y", "z", "event");
const fields = fc.constantFrom("a", "b", "id", "data", "list", "map", "__proto__", "toString");

/** Programs of CEL: most are valid, some aren't. They use every operator, function and macro. */
export const anyProgram: Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => {
  const part = tie("expression");
  return {
    expression: fc.oneof(
      { maxDepth: 7, depthSize: "medium" },
      leaf,
      fc
        .tuple(part, fc.constantFrom(...OPERATORS), part)
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      fc
        .tuple(part, fc.constantFrom(...MACROS), names, part)
        .map(([list, macro, name, body]) => `${list}.${macro}(${name}, ${body})`),
      fc
        .tuple(part, names, part, part)
        .map(([list, name, test, body]) => `${list}.map(${name}, ${test}, ${body})`),
      fc
        .tuple(names, part, part)
        .map(([name, value, body]) => `cel.bind(${name}, ${value}, ${body})`),
      fc
        .tuple(fc.constantFrom(...FUNCTIONS), fc.array(part, { minLength: 0, maxLength: 2 }))
        .map(([name, args]) => `${name}(${args.join(", ")})`),
      fc
        .tuple(part, fc.constantFrom(...METHODS), fc.array(part, { minLength: 0, maxLength: 2 }))
        .map(([receiver, name, args]) => `${receiver}.${name}(${args.join(", ")})`),
      fc.array(part, { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
      fc
        .array(fc.tuple(part, part), { maxLength: 3 })
        .map((entries) => `{${entries.map(([key, value]) => `${key}: ${value}`).join(", ")}}`),
      fc.tuple(part, part, part).map(([test, a, b]) => `(${test} ? ${a} : ${b})`),
      fc.tuple(part, fields).map(([from, name]) => `${from}.${name}`),
      fc.tuple(part, part).map(([from, key]) => `${from}[${key}]`),
      fc.tuple(fc.constantFrom("!", "-", "!!", "--"), part).map((both) => both.join("")),
    ),
  };
}).expression;

/** Texts that the parser may not understand. */
export const anyExpressionText: Arbitrary<string> = fc.oneof(
  anyProgram,
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...["event", ".", "(", ")", "[", "]", "{", "}", ",", ":", "?", "!", "-", "'", '"', "'''"],
        ...["\\", "\\u12", "\\x", "1", "1.", "1e", "0x", "5u", "all", "has", "map", "cel", "bind"],
        ...["in", "&&", "&", "||", "==", "=", "//", "\n", "b'", "r'", "é", "\ud800", "for", "x"],
      ),
      { maxLength: 30 },
    )
    .map((tokens) => tokens.join("")),
  fc.tuple(anyProgram, fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, inserted]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + inserted + text.slice(index + 1);
  }),
);
