import { argumentError } from "../../../core/lib/openapi-tools/body/index.ts";

/** A time of an event: a whole day, or a time that has an offset or is in a time zone. */
type EventTime =
  | { readonly date: string }
  | { readonly dateTime: string; readonly hasOffset: boolean };

/**
 * Parses `2026-11-23`, `2026-11-23T15:00` and `2026-11-23T15:00:00+01:00`. Throws an
 * `InvalidInputError` for other forms, and for a time without offset or `timeZone`.
 */
export function parseEventTime(argument: string, value: unknown, timeZone: unknown): EventTime {
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { date: text };
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text))
    throw argumentError(
      argument,
      "date_time",
      "Must be a date or a time such as 2026-11-23T15:00.",
    );
  const dateTime = /T\d{2}:\d{2}(?=$|[Z+-])/.test(text)
    ? text.replace(/T\d{2}:\d{2}/, (time) => `${time}:00`)
    : text;
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(dateTime);
  if (!hasOffset && timeZone === undefined)
    throw argumentError("time_zone", "required", "Required if the times have no UTC offset.");
  return { dateTime, hasOffset };
}
