import { setRecent } from "../../domain/freshness.ts";

/** Whether so much more may still be kept for an account; what may is counted. */
export type DailyQuota = (account: string, amount: number) => boolean;

const DAY = 86_400_000;
const MAX_ACCOUNTS = 10_000;

/** So much a day for each account, counted in this process from the first that is kept. */
export function createDailyQuota(limit: number, now: () => number): DailyQuota {
  const usage = new Map<string, { readonly since: number; amount: number }>();
  return (account, amount) => {
    let entry = usage.get(account);
    if (!entry || now() - entry.since >= DAY)
      setRecent(usage, account, (entry = { since: now(), amount: 0 }), MAX_ACCOUNTS);
    if (entry.amount + amount > limit) return false;
    entry.amount += amount;
    return true;
  };
}
