import { RE2Set } from "re2js";
import { setRecent } from "../../kit/net/freshness.ts";
import { translate } from "./translate.ts";

/** A compiled pattern. Matching time is proportional to `size` times the length of the text. */
interface Pattern {
  readonly size: number;
  test(text: string): boolean;
}

interface PatternOptions {
  /** Requires the whole text to match instead of a part of it. Default: false. */
  readonly isWhole?: boolean;
  /** The maximum number of characters, and of instructions after compilation. Default: 2,000. */
  readonly maxSize?: number;
}

/** The longest schema pattern that is checked, in characters. */
export const LONGEST_PATTERN = 500;

const MAX_SIZE = 2_000;
/** The memory limit of a compiled pattern's automaton. */
const MAX_AUTOMATON_BYTES = 64 * 1024;

/**
 * Compiles an untrusted ECMA-262 pattern for RE2, which matches in linear time. Returns `undefined`
 * if RE2 has no equivalent, or if the pattern is invalid or too large.
 */
export function compilePattern(
  pattern: string,
  { isWhole = false, maxSize = MAX_SIZE }: PatternOptions = {},
): Pattern | undefined {
  if (pattern.length > maxSize) return undefined;
  const translation = translate(pattern);
  if (typeof translation === "string" || translation.size > maxSize) return undefined;
  const { source, size } = translation;
  // Only RE2Set accepts a memory limit for the automaton, so the set has one member.
  const anchor = isWhole ? RE2Set.ANCHOR_BOTH : RE2Set.UNANCHORED;
  const set = new RE2Set(anchor, 0, MAX_AUTOMATON_BYTES);
  try {
    set.add(source);
    set.compile();
  } catch {
    return undefined;
  }
  return { size, test: (text) => set.match(text).length > 0 };
}

/** Compiled patterns in order of use. `undefined` marks a pattern that can't be compiled. */
const compiled = new Map<string, Pattern | undefined>();
const MAX_COMPILED = 250;

function cached(key: string, compile: () => Pattern | undefined): Pattern | undefined {
  const pattern = compiled.has(key) ? compiled.get(key) : compile();
  setRecent(compiled, key, pattern, MAX_COMPILED);
  return pattern;
}

/** Larger than `MAX_SIZE`, because the pattern of a form field may list many values. */
const MAX_FIELD_SIZE = 5_000;
const LONGEST_VALUE = 500;

/**
 * Whether a whole value matches the pattern of a form field. Returns `undefined` if the pattern
 * can't be compiled or the value is longer than 500 characters.
 */
export function matchesField(pattern: string, value: string): boolean | undefined {
  if (value.length > LONGEST_VALUE) return undefined;
  const options = { isWhole: true, maxSize: MAX_FIELD_SIZE };
  return cached(`field ${pattern}`, () => compilePattern(pattern, options))?.test(value);
}

/** Matches a text against a schema pattern. Returns `undefined` if the pattern can't be checked. */
type PatternMatcher = (pattern: string, text: string) => boolean | undefined;

const LONGEST_TEXT = 20_000;
/** The budget for all patterns of one set of arguments: tenths of a second at worst. */
const MAX_STEPS = 2_000_000;
/** The cost of compiling one instruction, in matching steps. */
const COMPILE_STEPS = 100;

/** Creates a matcher that limits the total work over all its patterns and texts. */
export function createPatternMatcher(): PatternMatcher {
  let steps = 0;

  function compile(pattern: string): Pattern | undefined {
    const result = compilePattern(pattern);
    steps += (pattern.length + (result?.size ?? 0)) * COMPILE_STEPS;
    return result;
  }

  return (pattern, text) => {
    if (pattern.length > LONGEST_PATTERN || text.length > LONGEST_TEXT) return undefined;
    if (steps > MAX_STEPS) return undefined;
    const matcher = cached(`schema ${pattern}`, () => compile(pattern));
    if (!matcher) return undefined;
    const matchSteps = matcher.size * (text.length + 1);
    if (steps + matchSteps > MAX_STEPS) return undefined;
    steps += matchSteps;
    return matcher.test(text);
  };
}
