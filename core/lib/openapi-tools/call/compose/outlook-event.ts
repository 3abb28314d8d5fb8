import { argumentError } from "../request-error.ts";
import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";
import { parseEventTime } from "./event-time.ts";
import { toEmailAddress } from "./outlook-message.ts";

/** An event of Microsoft Graph, from times and a list of email addresses. */
export function outlookEvent({
  title,
  start,
  end,
  time_zone: timeZone,
  attendees,
  location,
  description,
  video_call: hasVideoCall,
  reminder_minutes: reminderMinutes,
}: BodyArguments): ComposedBody {
  const startTime = parseEventTime("start", start, timeZone);
  return jsonBody({
    subject: title,
    body: description === undefined ? undefined : { contentType: "Text", content: description },
    start: toDateTime("start", start, timeZone),
    end: toDateTime("end", end, timeZone),
    isAllDay: "date" in startTime ? true : undefined,
    location: location === undefined ? undefined : { displayName: location },
    attendees: (attendees as readonly unknown[] | undefined)?.map((value) => ({
      emailAddress: toEmailAddress("attendees", value),
      type: "required",
    })),
    ...(hasVideoCall === true && {
      isOnlineMeeting: true,
      onlineMeetingProvider: "teamsForBusiness",
    }),
    reminderMinutesBeforeStart: reminderMinutes,
  });
}

/**
 * A `dateTimeTimeZone`, which has no offset: a time with one becomes UTC. Whole days begin at
 * midnight.
 */
function toDateTime(argument: string, value: unknown, timeZone: unknown): object {
  const time = parseEventTime(argument, value, timeZone);
  if ("date" in time) return { dateTime: `${time.date}T00:00:00`, timeZone: timeZone ?? "UTC" };
  if (!time.hasOffset) return { dateTime: time.dateTime, timeZone };
  const utc = new Date(time.dateTime);
  if (Number.isNaN(utc.getTime()))
    throw argumentError(argument, "date_time", "Must be a time that exists.");
  return { dateTime: utc.toISOString().slice(0, 19), timeZone: "UTC" };
}
