import type { Work } from "../kit/flow/work.ts";
import { requireValue } from "../kit/require-value.ts";
import { fail, quote } from "./failure.ts";
import { toDuration } from "./operators.ts";
import type { Duration } from "./values.ts";

const MILLISECONDS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};
const MAX_LENGTH = 100;
const WHOLE = /^[+-]?(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g;

/** Parses durations such as "1h30m" or "-1.5s". */
export function parseDuration(text: string, work: Work): Duration {
  if (text.length > MAX_LENGTH || !WHOLE.test(text))
    throw fail(work, `duration() needs a duration such as "1h30m", not ${quote(text)}`);
  let milliseconds = 0;
  for (const [, amount, unit = ""] of text.matchAll(PART))
    milliseconds += Number(amount) * requireValue(MILLISECONDS[unit], `the unit ${unit}`);
  return toDuration(text.startsWith("-") ? -milliseconds : milliseconds, work);
}
