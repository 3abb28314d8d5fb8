/** An expression that would take all memory or time, and the rule that ends it. Null: it has a value. */
export interface AdversarialProgram {
  readonly text: string;
  readonly rule: "limit" | "function" | "type" | null;
}

const repeat = (count: number, text: string): string => text.repeat(count);
const nest = (depth: number, wrap: (inner: string) => string, inner: string): string =>
  depth === 0 ? inner : nest(depth - 1, wrap, wrap(inner));

/** The event that the expressions read: 100,000 characters, and lists of 20,000 items. */
export const createLargeEvent = () => ({
  data: {
    l: Array.from({ length: 20_000 }, (_, index) => index),
    s: "a".repeat(100_000),
    t: `${"a".repeat(25_000)}b${"a".repeat(25_000)}`,
    // Too deep for the stack of a recursive function.
    deep: JSON.parse(`${repeat(20_000, "[")}${repeat(20_000, "]")}`) as unknown,
    other: JSON.parse(`${repeat(20_000, "[")}1${repeat(20_000, "]")}`) as unknown,
  },
});

const limited = (text: string): AdversarialProgram => ({ text, rule: "limit" });

export const ADVERSARIAL_PROGRAMS: readonly AdversarialProgram[] = [
  // 27 doublings of a list and of a text.
  limited(`[event.data.l]${repeat(27, ".map(x, x + x)")}`),
  limited(`[event.data.s]${repeat(27, ".map(x, x + x)")}`),
  limited(`['ab']${repeat(28, ".map(x, x + x)")}`),
  limited(`[b'ab']${repeat(28, ".map(x, x + x)")}`),
  limited(nest(25, (inner) => `cel.bind(x, ${inner}, x + x)`, "'ab'")),
  // Values that contain the same value twice are small until they become JSON, or are compared.
  limited(nest(25, (inner) => `cel.bind(x, ${inner}, [x, x])`, "[1]")),
  limited(nest(25, (inner) => `cel.bind(x, ${inner}, {'a': x, 'b': x})`, "[1]")),
  limited(
    `${nest(12, (inner) => `cel.bind(x, ${inner}, [x, x, x, x])`, "[1]")} == ${nest(12, (inner) => `cel.bind(x, ${inner}, [x, x, x, x])`, "[1]")}`,
  ),
  // Nested loops.
  limited("event.data.l.all(a, event.data.l.all(b, a != -1))"),
  limited("event.data.l.map(a, event.data.l)"),
  limited("event.data.l.map(a, event.data.s)"),
  limited("event.data.l.map(a, [a]).map(b, event.data.l.filter(c, c in b))"),
  limited("event.data.l.all(a, event.data.l.exists(b, b.missing))"),
  limited("event.data.l.filter(a, a in event.data.l)"),
  limited("event.data.l.map(a, event.data.l.size() + event.data.s.size())"),
  limited(nest(6, (inner) => `event.data.l.all(x, ${inner})`, "true")),
  // Functions of texts.
  limited("event.data.l.map(a, event.data.s.split(''))"),
  limited("event.data.l.map(a, event.data.s.upperAscii())"),
  limited("event.data.l.map(a, event.data.s).join(event.data.s)"),
  limited("event.data.s.split('').map(a, event.data.s.split('')).size()"),
  limited("event.data.l.exists(a, event.data.s.contains('aaaaaab'))"),
  limited("event.data.l.exists(a, event.data.s.contains(event.data.t))"),
  limited("event.data.l.exists(a, event.data.s.lastIndexOf(event.data.t) > 0)"),
  limited("event.data.l.map(a, timestamp('2026-11-23T10:00:00Z').getHours('Europe/Berlin'))"),
  limited("event.data.l.exists(a, bytes(event.data.s).hex().size() == 1)"),
  limited("event.data.l.map(a, event.data.l + event.data.l)"),
  limited(`event.data.deep == ${"[".repeat(20)}event.data.other${"]".repeat(20)}`),
  limited("event.data.deep"),
  // One search of a long pattern takes linear time.
  { text: "event.data.s.contains(event.data.t)", rule: null },
  { text: "event.data.s.lastIndexOf(event.data.t) == -1", rule: null },
  { text: "event.data.s.matches('(a+)+$')", rule: "function" },
  limited(`[${repeat(101, "1,")}1]`),
  limited(`${repeat(300, "1+")}1`),
  limited(`${repeat(1_990, "!")}true`),
  limited(`${repeat(900, "[")}${repeat(900, "]")}`),
  { text: `${repeat(400, "-")}1`, rule: null },
  { text: `1${repeat(60, "0")} * 1${repeat(60, "0")}.0`, rule: "type" },
];
