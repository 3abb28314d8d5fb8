import { RE2Set } from "re2js";
import { setRecent } from "../../../domain/freshness.ts";
import { translate } from "./translate.ts";

/** A compiled pattern. Matching takes time proportional to `size` times the text's length. */
export interface Pattern {
  readonly size: number;
  test(text: string): boolean;
}

export interface PatternOptions {
  /** Whether all of the text has to match; by default any part of it. */
  readonly isWhole?: boolean;
  /** The most characters that it may have, and instructions that it may compile to. */
  readonly maxSize?: number;
}

/** The longest pattern that is taken from a schema. */
export const LONGEST_PATTERN = 500;

const MAX_SIZE = 2_000;
/** The most memory that a compiled pattern's automaton keeps between two texts. */
const MAX_AUTOMATON_BYTES = 64 * 1024;

/**
 * Compiles a pattern of ECMA-262, whoever wrote it, for RE2's engine, which never backtracks.
 * `undefined` where that engine has no equivalent, or the pattern is invalid or too large.
 */
export function compilePattern(
  pattern: string,
  { isWhole = false, maxSize = MAX_SIZE }: PatternOptions = {},
): Pattern | undefined {
  if (pattern.length > maxSize) return undefined;
  const translation = translate(pattern);
  if (typeof translation === "string" || translation.size > maxSize) return undefined;
  const { source, size } = translation;
  // A set of one: only RE2Set takes a bound for the automaton's memory.
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

/** Compiled patterns, and those that can't be compiled, in the order of use. */
const compiled = new Map<string, Pattern | undefined>();
const MAX_COMPILED = 250;

function cached(key: string, compile: () => Pattern | undefined): Pattern | undefined {
  const pattern = compiled.has(key) ? compiled.get(key) : compile();
  setRecent(compiled, key, pattern, MAX_COMPILED);
  return pattern;
}

/** A form field's pattern may list many values. */
const MAX_FIELD_SIZE = 5_000;
const LONGEST_VALUE = 500;

/** Whether all of a value matches a form field's pattern; `undefined` if that can't be checked. */
export function matchesField(pattern: string, value: string): boolean | undefined {
  if (value.length > LONGEST_VALUE) return undefined;
  const options = { isWhole: true, maxSize: MAX_FIELD_SIZE };
  return cached(`field ${pattern}`, () => compilePattern(pattern, options))?.test(value);
}

/** Matches texts to a schema's patterns; `undefined` where a pattern can't be checked. */
export type PatternMatcher = (pattern: string, text: string) => boolean | undefined;

const LONGEST_TEXT = 20_000;
/** Steps for all the patterns of one set of arguments: tenths of a second at worst. */
const MAX_STEPS = 2_000_000;
/** Compiling an instruction takes about as long as so many steps of matching. */
const COMPILE_STEPS = 100;

/** Creates a matcher whose work, for all patterns and texts together, is bounded. */
export function createPatternMatcher(): PatternMatcher {
  let steps = 0;

  function compile(pattern: string): Pattern | undefined {
    const found = compilePattern(pattern);
    steps += (pattern.length + (found?.size ?? 0)) * COMPILE_STEPS;
    return found;
  }

  return (pattern, text) => {
    if (pattern.length > LONGEST_PATTERN || text.length > LONGEST_TEXT) return undefined;
    if (steps > MAX_STEPS) return undefined;
    const found = cached(`schema ${pattern}`, () => compile(pattern));
    const more = found ? found.size * (text.length + 1) : 0;
    if (!found || steps + more > MAX_STEPS) return undefined;
    steps += more;
    return found.test(text);
  };
}
