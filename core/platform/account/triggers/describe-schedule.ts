import type { ScheduleWatch } from "../../../ports/trigger-definition.ts";

/** Describes a schedule: `At 0 9 * * 1-5 (UTC)`. */
export function describeSchedule({ cron, timezone = "UTC", every, at }: ScheduleWatch): string {
  if (cron !== undefined) return `At ${cron} (${timezone})`;
  if (every !== undefined) return `Every ${describeSeconds(every)}`;
  return `Once at ${at}`;
}

/** Describes a number of seconds: `2 hours`. */
export function describeSeconds(seconds: number): string {
  if (seconds % 86_400 === 0) return countUnits(seconds / 86_400, "day");
  if (seconds % 3_600 === 0) return countUnits(seconds / 3_600, "hour");
  return seconds % 60 === 0 ? countUnits(seconds / 60, "minute") : `${seconds} seconds`;
}

const countUnits = (count: number, unit: string): string =>
  count === 1 ? `${unit}` : `${count} ${unit}s`;
