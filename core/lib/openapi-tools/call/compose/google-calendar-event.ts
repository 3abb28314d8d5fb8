import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";
import { parseEventTime } from "./event-time.ts";

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
  const time = parseEventTime(argument, value, timeZone);
  return "date" in time ? time : { dateTime: time.dateTime, timeZone };
}

/** RFC 5545, section 3.8.5.3. */
const withRule = (rule: unknown): string =>
  /^(?:RRULE|EXRULE|RDATE|EXDATE)[:;]/.test(String(rule)) ? String(rule) : `RRULE:${String(rule)}`;
