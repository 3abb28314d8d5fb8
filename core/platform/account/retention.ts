import type { Account } from "../../ports/stores/people-store.ts";

const DAY = 86_400_000;
const RUN_DAYS = 30;
const AUDIT_DAYS = 400;

/** How long an account stores its records, in days. */
interface Retention {
  readonly runDays: number;
  readonly auditDays: number;
}

/** Returns what the account chose, or the defaults. */
export const readRetention = (
  account: Pick<Account, "runDays" | "auditDays"> | undefined,
): Retention => ({
  runDays: account?.runDays ?? RUN_DAYS,
  auditDays: account?.auditDays ?? AUDIT_DAYS,
});

/** Converts days to milliseconds. */
export const toMilliseconds = (days: number): number => days * DAY;
