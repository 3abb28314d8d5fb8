import { type Html, html } from "../../../../lib/html-page/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Renders a time as a distance from now, with the exact time on hover. */
export const renderTime = (time: string, now: number): Html =>
  html`<time datetime="${time}" title="${describeExactTime(time)}">${describeTime(Date.parse(time), now)}</time>`;

/** Describes a time exactly: `2026-11-22 10:00 UTC`. */
export const describeExactTime = (time: string): string =>
  `${time.slice(0, 16).replace("T", " ")} UTC`;

/** Describes a time: `6 minutes ago`, `in 61 days`. */
export function describeTime(time: number, now: number): string {
  const distance = Math.abs(time - now);
  if (distance < MINUTE) return time > now ? "in less than a minute" : "just now";
  const length = describeDuration(distance);
  return time > now ? `in ${length}` : `${length} ago`;
}

function describeDuration(milliseconds: number): string {
  if (milliseconds < HOUR) return countUnits(milliseconds / MINUTE, "minute");
  if (milliseconds < 2 * DAY) return countUnits(milliseconds / HOUR, "hour");
  return countUnits(milliseconds / DAY, "day");
}

function countUnits(amount: number, unit: string): string {
  const whole = Math.round(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
