import { Cron } from "croner";
import { requireValue } from "../kit/require-value.ts";

/** When something happens. Exactly one of `cron`, `every` and `at` is set. */
export interface Schedule {
  /** A cron pattern of 5 fields, or of 6 if the first is a single second. */
  readonly cron?: string | undefined;
  /** The time zone of `cron` (IANA). Default: UTC. */
  readonly timezone?: string | undefined;
  /** An interval in seconds, at least 60. */
  readonly every?: number | undefined;
  /** The start of the intervals, in milliseconds since 1970. */
  readonly anchor?: number | undefined;
  /** A single time, RFC 3339. */
  readonly at?: string | undefined;
}

/** Why a schedule is invalid. */
interface ScheduleError {
  /** A JSON Pointer to the wrong member. */
  readonly pointer: string;
  readonly rule: "members" | "cron" | "timezone" | "every" | "at" | "never";
  readonly message: string;
}

/** What happens to times that were missed. */
type MissedPolicy = "latest" | "skip" | "all";

const MIN_SECONDS = 60;
/** The most missed times that are made up for. */
const MAX_MISSED = 100;

/**
 * Returns why a schedule is invalid, or `undefined`. A schedule that has no time after `now`
 * (milliseconds since 1970) is invalid too.
 */
export function checkSchedule(schedule: Schedule, now: number): ScheduleError | undefined {
  const { cron, timezone, every, at } = schedule;
  if ([cron, every, at].filter((member) => member !== undefined).length !== 1)
    return { pointer: "", rule: "members", message: "Set exactly one of cron, every and at." };
  if (timezone !== undefined && !isTimeZone(timezone))
    return {
      pointer: "/timezone",
      rule: "timezone",
      message: `"${timezone}" is not a time zone, such as Europe/Berlin.`,
    };
  if (cron !== undefined) {
    const message = checkPattern(cron, timezone);
    if (message) return { pointer: "/cron", rule: "cron", message };
  }
  if (every !== undefined && (!Number.isSafeInteger(every) || every < MIN_SECONDS))
    return {
      pointer: "/every",
      rule: "every",
      message: `The interval must be at least ${MIN_SECONDS} whole seconds.`,
    };
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    return { pointer: "/at", rule: "at", message: `"${at}" is not a time of RFC 3339.` };
  if (nextInstant(schedule, now) === undefined)
    return { pointer: "", rule: "never", message: "The schedule has no time in the future." };
  return undefined;
}

/** Patterns that fire more often than once a minute are refused. */
function checkPattern(cron: string, timezone: string | undefined): string | undefined {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6)
    return `A pattern has 5 fields: minute, hour, day of the month, month, day of the week. "${cron}" has ${fields.length}.`;
  const [first = ""] = fields;
  if (fields.length === 6 && !/^\d{1,2}$/.test(first))
    return "The first of 6 fields must be a single second, such as 30.";
  try {
    createCron(cron, timezone);
    return undefined;
  } catch (error) {
    return `"${cron}" is not a cron pattern. ${(error as Error).message.replace(/^CronPattern: /, "")}`;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Only the parser of croner is used, never its timers. */
const createCron = (cron: string, timezone = "UTC") => new Cron(cron, { timezone, paused: true });

/**
 * Returns the first time of a valid schedule after another, both in milliseconds since 1970.
 * `undefined`: there is none.
 *
 * A local time that a clock change skips fires when the clock has changed. One that a clock change
 * repeats fires once, if the pattern has a fixed time.
 */
export function nextInstant(schedule: Schedule, after: number): number | undefined {
  const { cron, timezone, every, anchor = 0, at } = schedule;
  if (at !== undefined) {
    const instant = Date.parse(at);
    return instant > after ? instant : undefined;
  }
  if (every !== undefined) {
    const interval = every * 1000;
    return anchor + Math.max(1, Math.floor((after - anchor) / interval) + 1) * interval;
  }
  // The parser ignores milliseconds.
  const pattern = requireValue(cron, "the pattern of a schedule");
  const next = createCron(pattern, timezone).nextRun(new Date(Math.floor(after / 1000) * 1000));
  return next?.getTime();
}

/** The times to fire at, and whether there were more than that. */
interface MissedInstants {
  /** The earliest first. */
  readonly instants: readonly number[];
  /** Whether times were left out although the policy is `all`. */
  readonly hasGap: boolean;
}

/**
 * Returns the times after `since` and not after `until` to fire at now. If the clock was set back,
 * there are none.
 *
 * @param due The time that was expected to be next. It isn't missed if it is the only one.
 */
export function dueInstants(
  schedule: Schedule,
  due: number,
  until: number,
  policy: MissedPolicy,
): MissedInstants {
  const instants: number[] = [];
  let hasGap = false;
  for (let next: number | undefined = due; next !== undefined && next <= until; ) {
    instants.push(next);
    if (instants.length > MAX_MISSED) {
      hasGap = true;
      instants.shift();
    }
    // Many intervals may have passed.
    const skipped: number | undefined =
      schedule.every !== undefined && until - next > (MAX_MISSED + 1) * schedule.every * 1000
        ? until - (MAX_MISSED + 1) * schedule.every * 1000
        : next;
    next = nextInstant(schedule, skipped);
  }
  if (policy === "all") return { instants, hasGap };
  const latest = instants.at(-1);
  if (latest === undefined) return { instants: [], hasGap: false };
  // A time is on time if no later one has come.
  const isLate = instants.length > 1 || until - latest > LATE_MILLISECONDS;
  return { instants: policy === "skip" && isLate ? [] : [latest], hasGap: false };
}

/** A time that fires later than this counts as missed. */
const LATE_MILLISECONDS = 60_000;
