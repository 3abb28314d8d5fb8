import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { compilePattern, createPatternMatcher, matchesField } from "./pattern.ts";

afterEach(() => void vi.restoreAllMocks());

/** A pattern built of what both engines have, and texts of the characters that occur in it. */
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
const text = fc
  .array(
    fc.constantFrom(..."abcdAZ09 _-/.$[\t\n\r\v\u0000\b\u00a0\u2028\ufeffλé😀".match(/./gsu)!),
    {
      maxLength: 8,
    },
  )
  .map((characters) => characters.join(""));

describe("a compiled pattern", () => {
  it("matches what RegExp matches", () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 3, maxLength: 8 }), (source, texts) => {
        let expected: RegExp;
        try {
          expected = new RegExp(source, "u");
        } catch {
          return; // Two groups of one name.
        }
        const compiled = compilePattern(source);
        const found = texts.map((each) => compiled?.test(each));
        expect([source, ...found]).toEqual([source, ...texts.map((each) => expected.test(each))]);
      }),
      { numRuns: 1_500 },
    );
  });

  it.each([
    ["lookahead", "^(?!aws:).+$"],
    ["lookbehind", "(?<!\\.)$"],
    ["a backreference", "(a)\\1"],
    ["a named backreference", "(?<a>a)\\k<a>"],
    ["half of a surrogate pair", "[\\ud800-\\udfff]"],
    ["more than 1000 repetitions", "^.{1,1001}$"],
    ["repetitions that multiply", "(x{100}){100}"],
    ["repetitions of a repetition", "x{1000}{1000}"],
    ["a large group that is repeated", `(${"abc".repeat(30)}){1000}`],
    ["50 kB", "a".repeat(50_000)],
    ["an unknown property", "\\p{Nonsense}"],
    ["an unbalanced group", "(a"],
    ["another unbalanced group", "a)(b"],
    ["an unclosed class", "[a"],
    ["a range in reverse", "[b-a]"],
    ["nothing to repeat", "a|*"],
    ["a repeated assertion", "^*"],
    ["flags", "(?i)a"],
    ["an escape of another dialect", "\\Aabc\\Z"],
    ["a brace that stands for itself", "a{,3}"],
  ])("is undefined for %s", (_, source) => {
    expect(compilePattern(source)).toBeUndefined();
  });

  it("has a size that bounds its work", () => {
    expect(compilePattern("^[a-z]+$")!.size).toBeLessThan(20);
    expect(compilePattern("^((((a?){4}){4}){4}){4}$")!.size).toBeGreaterThan(256);
  });
});

describe("a pattern matcher", () => {
  it.each([
    ["^((((a?){4}){4}){4}){4}$", "a".repeat(2_000), false],
    ["^((((a?){4}){4}){4}){4}$", "a".repeat(256), true],
    ["(?:a|a)".repeat(28), `${"a".repeat(27)}b`, false],
    ["(a*){4}(a*){4}b", "a".repeat(20_000), false],
    ["(a|a)*b", "a".repeat(20_000), false],
    ["(.*)*=", "a".repeat(20_000), false],
    ["(a+)+$", `${"a".repeat(10_000)}!`, false],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(20_000), false],
  ])("decides %s without RegExp", (source, given, expected) => {
    const constructed = vi.spyOn(globalThis, "RegExp");
    expect(createPatternMatcher()(source, given)).toBe(expected);
    expect(constructed.mock.calls.filter(([used]) => String(used).includes(source))).toEqual([]);
  });

  it("doesn't check patterns over 500 characters, nor texts over 20,000", () => {
    const matches = createPatternMatcher();
    expect(matches("a".repeat(501), "a")).toBeUndefined();
    expect(matches("b", "a".repeat(20_001))).toBeUndefined();
  });

  it("checks no more than its budget allows, and compiles no more", () => {
    const matches = createPatternMatcher();
    const large = (index: number) => `^(?:[a-z]?${index}){150}$`;
    const checked = Array.from({ length: 300 }, (_, index) => matches(large(index), "a"));
    expect(checked.filter((each) => each !== undefined).length).toBeGreaterThan(10);
    expect(checked.filter((each) => each !== undefined).length).toBeLessThan(100);
    expect(matches("a", "a")).toBeUndefined();
    // Another set of arguments has a budget of its own.
    expect(createPatternMatcher()("a", "a")).toBe(true);
  });
});

describe("a field's pattern", () => {
  it.each([
    ["[a-z]+", "abc", true],
    ["[a-z]+", "abc1", false],
    ["eu|us", "us", true],
    ["eu|us", "use", false],
    ["(?!x)a", "a", undefined],
    ["[", "a", undefined],
    ["a*", "a".repeat(501), undefined],
  ])("%s matches all of %s: %s", (source, value, expected) => {
    expect(matchesField(source, value)).toBe(expected);
  });
});
