import {
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { parseEventTime } from "../../compose/event-time.ts";

/** An event of the Google Calendar API, from times and a list of email addresses. */
function googleCalendarEvent({
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

/** The fields of an event that change. The others stay as they are. */
function googleCalendarChange(args: BodyArguments): ComposedBody {
  const { title, start, end, time_zone: timeZone, attendees, location, description } = args;
  return jsonBody({
    summary: title,
    description,
    location,
    start: start === undefined ? undefined : toEventTime("start", start, timeZone),
    end: end === undefined ? undefined : toEventTime("end", end, timeZone),
    attendees: (attendees as readonly string[] | undefined)?.map((email) => ({ email })),
    colorId: args["color_id"],
  });
}

/** When calendars, which are given by their IDs or by email addresses, are busy. */
const googleCalendarFreeBusy = ({
  calendars,
  start,
  end,
  time_zone: timeZone,
}: BodyArguments): ComposedBody =>
  jsonBody({
    timeMin: start,
    timeMax: end,
    timeZone,
    items: (calendars as readonly string[]).map((id) => ({ id })),
  });

/** A date (`2026-11-23`) lasts all day. A time has an offset, or is in `timeZone`. */
function toEventTime(argument: string, value: unknown, timeZone: unknown): object {
  const time = parseEventTime(argument, value, timeZone);
  return "date" in time ? time : { dateTime: time.dateTime, timeZone };
}

/** RFC 5545, section 3.8.5.3. */
const withRule = (rule: unknown): string =>
  /^(?:RRULE|EXRULE|RDATE|EXDATE)[:;]/.test(String(rule)) ? String(rule) : `RRULE:${String(rule)}`;

export const COMPOSERS: Composers = {
  google_calendar_change: { compose: googleCalendarChange },
  google_calendar_event: { compose: googleCalendarEvent },
  google_calendar_free_busy: { compose: googleCalendarFreeBusy },
};
