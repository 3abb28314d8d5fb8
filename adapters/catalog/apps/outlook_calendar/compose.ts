import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { parseEventTime } from "../../compose/event-time.ts";
import { outlookAttachment, toEmailAddress } from "../../compose/outlook-items.ts";

/** An event of Microsoft Graph, from times and a list of email addresses. */
function outlookEvent({
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
    attendees: toAttendees(attendees),
    ...(hasVideoCall === true && {
      isOnlineMeeting: true,
      onlineMeetingProvider: "teamsForBusiness",
    }),
    reminderMinutesBeforeStart: reminderMinutes,
  });
}

/** The fields of an event that change. The others stay as they are. */
function outlookEventChange(args: BodyArguments): ComposedBody {
  const { title, start, end, time_zone: timeZone, location, description } = args;
  return jsonBody({
    subject: title,
    body: description === undefined ? undefined : { contentType: "Text", content: description },
    start: start === undefined ? undefined : toDateTime("start", start, timeZone),
    end: end === undefined ? undefined : toDateTime("end", end, timeZone),
    location: location === undefined ? undefined : { displayName: location },
    attendees: toAttendees(args["attendees"]),
  });
}

/** The times at which the user and other people are free for a meeting. */
const outlookMeetingTimes = ({
  attendees,
  duration_minutes: minutes,
  start,
  end,
  time_zone: timeZone,
}: BodyArguments): ComposedBody =>
  jsonBody({
    attendees: toAttendees(attendees) ?? [],
    meetingDuration: `PT${String(minutes)}M`,
    timeConstraint: {
      activityDomain: "work",
      timeSlots: [
        { start: toDateTime("start", start, timeZone), end: toDateTime("end", end, timeZone) },
      ],
    },
    isOrganizerOptional: false,
    returnSuggestionReasons: true,
  });

/** When people and rooms are busy. */
const outlookSchedule = ({
  people,
  start,
  end,
  time_zone: timeZone,
  interval_minutes: availabilityViewInterval,
}: BodyArguments): ComposedBody =>
  jsonBody({
    schedules: people,
    startTime: toDateTime("start", start, timeZone),
    endTime: toDateTime("end", end, timeZone),
    availabilityViewInterval,
  });

const toAttendees = (values: unknown): object[] | undefined =>
  (values as readonly unknown[] | undefined)?.map((value) => ({
    emailAddress: toEmailAddress("attendees", value),
    type: "required",
  }));

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

export const COMPOSERS: Composers = {
  outlook_attachment: { compose: outlookAttachment },
  outlook_event: { compose: outlookEvent },
  outlook_event_change: { compose: outlookEventChange },
  outlook_meeting_times: { compose: outlookMeetingTimes },
  outlook_schedule: { compose: outlookSchedule },
};
