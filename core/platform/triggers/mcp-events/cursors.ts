import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import { invalidParams } from "./errors.ts";

const CURSOR = /^evt_[0-9a-f]{32}$/;
const TIME_DIGITS = 12;
const DAY = 86_400_000;

/** Throws an `ExtensionError` unless a cursor has the form of those that this service returns. */
export function requireCursor(cursor: string): void {
  if (!CURSOR.test(cursor))
    throw invalidParams("Unknown cursor. Send null to receive only events from now on.");
}

/** A cursor before the events that are accepted at a time (milliseconds since 1970). */
export const cursorAt = (milliseconds: number): string =>
  `evt_${milliseconds.toString(16).padStart(TIME_DIGITS, "0")}${"0".repeat(20)}`;

/** Whether the data of events after a cursor may no longer be stored. */
export function isTruncated(
  { created }: Trigger,
  cursor: string,
  { now, dataDays }: { readonly now: number; readonly dataDays: number },
): boolean {
  const time = Number.parseInt(cursor.slice("evt_".length, "evt_".length + TIME_DIGITS), 16);
  return time < Math.max(Date.parse(created), now - dataDays * DAY);
}
