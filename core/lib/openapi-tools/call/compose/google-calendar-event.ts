import { argumentError } from "../request-error.ts";
import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";

/** An event of the Google Calendar API, from times and a list of email addresses. */
export function googleCalendarEvent({
  title,
  start,
  end,
  time_zone: timeZone,
  attendees,
  location,
  description,
  video_call: hasVideoCall,
  recurrence,
}: BodyArguments): ComposedBody {
  return jsonBody({
    summary: title,
    description,
    location,
    start: toEventTime("start", start, timeZone),
    end: toEventTime("end", end, timeZone),
    recurrence: recurrence === undefined ? undefined : [recurrence].flat().map(withRule),
    attendees: (attendees as readonly string[] | undefined)?.map((email) => ({ email })),
    conferenceData:
      hasVideoCall === true
        ? {
            createRequest: {
              requestId: crypto.randomUUID(),
              conferenceSolutionKey: { type: "hangoutsMeet" },
            },
          }
        : undefined,
  });
}

/** A date (`2026-11-23`) lasts all day. A time has an offset, or is in `timeZone`. */
function toEventTime(argument: string, value: unknown, timeZone: unknown): object {
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
  return { dateTime, timeZone };
}

/** RFC 5545, section 3.8.5.3. */
const withRule = (rule: unknown): string =>
  /^(?:RRULE|EXRULE|RDATE|EXDATE)[:;]/.test(String(rule)) ? String(rule) : `RRULE:${String(rule)}`;
