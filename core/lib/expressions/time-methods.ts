import type { Work } from "../kit/flow/work.ts";
import { setRecent } from "../kit/net/freshness.ts";
import { requireValue } from "../kit/require-value.ts";
import { fail, quote } from "./failure.ts";
import type { Duration } from "./values.ts";

/** The units of a time in a time zone, which takes longer than other steps. */
const ZONE_UNITS = 1_000;
const MAX_ZONES = 100;
const MAX_ZONE_LENGTH = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a time whose UTC fields are those of a time zone. */
function inZone(time: Date, zone: string, work: Work): Date {
  work.take(ZONE_UNITS);
  const parts = new Map(
    formatFor(zone, work)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => requireValue(parts.get(name), `the ${name}`);
  const shown = new Date(0);
  shown.setUTCFullYear(part("year"), part("month") - 1, part("day"));
  shown.setUTCHours(
    part("hour"),
    part("minute"),
    part("second"),
    ((time.getTime() % 1_000) + 1_000) % 1_000,
  );
  return shown;
}

function formatFor(zone: string, work: Work): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  try {
    if (zone.length > MAX_ZONE_LENGTH) throw new RangeError("too long");
    const created = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    setRecent(formats, zone, created, MAX_ZONES);
    return created;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw fail(work, `Unknown time zone ${quote(zone)}`);
  }
}

type TimeMethod = (time: Date, zone: string | undefined, work: Work) => bigint;

const field =
  (read: (shown: Date) => number): TimeMethod =>
  (time, zone, work) =>
    BigInt(read(zone === undefined ? time : inZone(time, zone, work)));

const DAY = 86_400_000;

/** Methods of timestamps, optionally in a time zone. */
export const TIME_METHODS: ReadonlyMap<string, TimeMethod> = new Map([
  ["getFullYear", field((time) => time.getUTCFullYear())],
  ["getMonth", field((time) => time.getUTCMonth())],
  ["getDate", field((time) => time.getUTCDate())],
  ["getDayOfMonth", field((time) => time.getUTCDate() - 1)],
  ["getDayOfWeek", field((time) => time.getUTCDay())],
  [
    "getDayOfYear",
    field((time) => {
      const start = new Date(time);
      start.setUTCMonth(0, 1);
      return Math.round((time.getTime() - start.getTime()) / DAY);
    }),
  ],
  ["getHours", field((time) => time.getUTCHours())],
  ["getMinutes", field((time) => time.getUTCMinutes())],
  ["getSeconds", field((time) => time.getUTCSeconds())],
  ["getMilliseconds", field((time) => time.getUTCMilliseconds())],
]);

const whole =
  (unit: number) =>
  ({ milliseconds }: Duration): bigint =>
    BigInt(Math.trunc(milliseconds / unit));

/** Methods of durations: the whole duration in a unit. */
export const DURATION_METHODS: ReadonlyMap<string, (duration: Duration) => bigint> = new Map([
  ["getHours", whole(3_600_000)],
  ["getMinutes", whole(60_000)],
  ["getSeconds", whole(1_000)],
  ["getMilliseconds", whole(1)],
]);
