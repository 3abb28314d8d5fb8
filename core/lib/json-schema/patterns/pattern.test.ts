import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { compilePattern, createPatternMatcher, matchesField } from "./pattern.ts";

afterEach(() => void vi.restoreAllMocks());

/** Atoms that both engines support. */
const atom = fc.constantFrom(
  ..."abcAZ09 _-".split("").map((character) => character.replace("-", "\\u002d")),
  ".",
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "\\t",
  "\\n",
  "\\cJ",
  "\\0",
  "\\x41",
  "\\u0062",
  "\\u{1F600}",
  "\\ud83d\\ude00",
  "😀",
  "\\/",
  "\\.",
  "\\$",
  "[abc]",
  "[^abc]",
  "[a-c0-9_]",
  "[\\s\\S]",
  "[^\\s]",
  "[^\\S]",
  "[\\d-]",
  "[-a]",
  "[\\b]",
  "[[a]",
  "[^]",
  "[]",
  "\\p{L}",
  "\\P{Lu}",
  "[\\p{Script=Greek}a]",
  "\\p{gc=Nd}",
  "\\p{ASCII}",
  "[^\\p{ASCII}]",
);
const pattern = fc.letrec<{ whole: string; sequence: string; part: string; item: string }>(
  (tie) => ({
    whole: fc
      .array(tie("sequence"), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("|")),
    sequence: fc.array(tie("part"), { maxLength: 4 }).map((parts) => parts.join("")),
    part: fc.oneof(
      fc.constantFrom("^", "$", "\\b", "\\B"),
      fc
        .tuple(
          tie("item"),
          fc.constantFrom("", "", "*", "+", "?", "*?", "{2}", "{0}", "{1,}", "{0,2}", "{1,3}?"),
        )
        .map((parts) => parts.join("")),
    ),
    item: fc.oneof(
      { depthSize: "small" },
      atom,
      fc.tuple(fc.constantFrom("(", "(?:", "(?<name>"), tie("whole")).map(([open, inner]) => {
        return `${open}${inner.replaceAll("?<name>", "")})`;
      }),
    ),
  }),
).whole;

/** Texts of the characters that occur in the patterns. No surrogate is unpaired. */
const text = fc
  .array(
    fc.constantFrom(..."abcdAZ09 _-/.$[\t\n\r\v\u0000\b\u00a0\u2028\ufeffλé😀".match(/./gsu)!),
    {
      maxLength: 8,
    },
  )
  .map((characters) => characters.join(""));

/**
 * Whether `RegExp` finds a match with the flag `u`. It is tried at each code point, because V8's
 * own search also tries the positions inside surrogate pairs, where ECMA-262 allows no match.
 */
function matchesRegExp(source: string, text: string): boolean {
  const expression = new RegExp(source, "uy");
  let index = 0;
  for (const character of [...text, ""]) {
    expression.lastIndex = index;
    if (expression.test(text)) return true;
    index += character.length;
  }
  return false;
}

function isValidRegExp(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

describe("compilePattern", () => {
  it("matches the same texts as RegExp with the flag u", () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 3, maxLength: 8 }), (source, texts) => {
        fc.pre(isValidRegExp(source)); // Two groups may have the same name.
        const compiled = compilePattern(source);
        const actual = texts.map((each) => compiled?.test(each));
        const expected = texts.map((each) => matchesRegExp(source, each));
        expect([source, ...actual]).toEqual([source, ...expected]);
      }),
      { numRuns: 1_500 },
    );
  });

  it.each([
    ["\\B", "a😀a", false],
    ["^a.a$", "a😀a", true],
    ["^.{3}$", "a😀a", true],
  ])("matches %s against the code points of %s", (source, value, expected) => {
    expect(compilePattern(source)!.test(value)).toBe(expected);
  });

  it.each([
    ["lookahead", "^(?!aws:).+$"],
    ["lookbehind", "(?<!\\.)$"],
    ["a backreference", "(a)\\1"],
    ["a named backreference", "(?<a>a)\\k<a>"],
    ["half of a surrogate pair", "[\\ud800-\\udfff]"],
    ["more than 1000 repetitions", "^.{1,1001}$"],
    ["repetitions that multiply", "(x{100}){100}"],
    ["a repeated repetition", "x{1000}{1000}"],
    ["a large repeated group", `(${"abc".repeat(30)}){1000}`],
    ["a pattern of 50 kB", "a".repeat(50_000)],
    ["an unknown property", "\\p{Nonsense}"],
    ["an unbalanced group", "(a"],
    ["another unbalanced group", "a)(b"],
    ["an unclosed class", "[a"],
    ["a reversed range", "[b-a]"],
    ["a quantifier without an atom", "a|*"],
    ["a repeated assertion", "^*"],
    ["inline flags", "(?i)a"],
    ["escapes of another dialect", "\\Aabc\\Z"],
    ["a literal brace", "a{,3}"],
  ])("returns undefined for %s", (_, source) => {
    expect(compilePattern(source)).toBeUndefined();
  });

  it("returns the size that bounds the matching time", () => {
    expect(compilePattern("^[a-z]+$")!.size).toBeLessThan(20);
    expect(compilePattern("^((((a?){4}){4}){4}){4}$")!.size).toBeGreaterThan(256);
  });
});

describe("createPatternMatcher", () => {
  it.each([
    ["^((((a?){4}){4}){4}){4}$", "a".repeat(2_000), false],
    ["^((((a?){4}){4}){4}){4}$", "a".repeat(256), true],
    ["(?:a|a)".repeat(28), `${"a".repeat(27)}b`, false],
    ["(a*){4}(a*){4}b", "a".repeat(20_000), false],
    ["(a|a)*b", "a".repeat(20_000), false],
    ["(.*)*=", "a".repeat(20_000), false],
    ["(a+)+$", `${"a".repeat(10_000)}!`, false],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(20_000), false],
  ])("matches %s without RegExp", (source, value, expected) => {
    const constructed = vi.spyOn(globalThis, "RegExp");
    expect(createPatternMatcher()(source, value)).toBe(expected);
    expect(
      constructed.mock.calls.filter(([argument]) => String(argument).includes(source)),
    ).toEqual([]);
  });

  it("doesn't check patterns over 500 characters or texts over 20,000", () => {
    const matches = createPatternMatcher();
    expect(matches("a".repeat(501), "a")).toBeUndefined();
    expect(matches("b", "a".repeat(20_001))).toBeUndefined();
  });

  it("stops compiling and matching when its budget is spent", () => {
    const matches = createPatternMatcher();
    const large = (index: number) => `^(?:[a-z]?${index}){150}$`;
    const results = Array.from({ length: 300 }, (_, index) => matches(large(index), "a"));
    const checked = results.filter((each) => each !== undefined);
    expect(checked.length).toBeGreaterThan(10);
    expect(checked.length).toBeLessThan(100);
    expect(matches("a", "a")).toBeUndefined();
    // A new matcher has its own budget.
    expect(createPatternMatcher()("a", "a")).toBe(true);
  });
});

describe("matchesField", () => {
  it.each([
    ["[a-z]+", "abc", true],
    ["[a-z]+", "abc1", false],
    ["eu|us", "us", true],
    ["eu|us", "use", false],
    ["(?!x)a", "a", undefined],
    ["[", "a", undefined],
    ["a*", "a".repeat(501), undefined],
  ])("decides whether %s matches all of %s: %s", (source, value, expected) => {
    expect(matchesField(source, value)).toBe(expected);
  });
});
