import type { Work } from "../kit/flow/work.ts";

/** A range of characters of an expression. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The units of a failure, which takes longer than other steps. */
const FAILURE_UNITS = 100;

/**
 * Thrown where an expression can't be evaluated. `||`, `&&`, `all` and `exists` catch it if another
 * operand decides.
 */
export class CelFailure extends Error {
  readonly summary: string;
  range: Range | undefined;

  constructor(summary: string, range?: Range) {
    super(summary);
    this.summary = summary;
    this.range = range;
  }
}

/** Takes the units of a failure, and returns it. */
export function fail(work: Work, summary: string, range?: Range): CelFailure {
  work.take(FAILURE_UNITS);
  return new CelFailure(summary, range);
}

const MAX_SHOWN = 50;

/** Quotes a text of an event for a message. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
