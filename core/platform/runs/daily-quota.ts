import { setRecent } from "../../lib/kit/net/freshness.ts";

/**
 * Takes an amount from an account's quota. Returns false and takes nothing if too little is left.
 */
type DailyQuota = (account: string, amount: number) => boolean;

const DAY = 86_400_000;
const MAX_ACCOUNTS = 10_000;

/**
 * Creates a quota of `limit` for each account and 24 hours. The 24 hours begin with the first
 * amount taken. The count is kept in this process only.
 */
export function createDailyQuota(limit: number, now: () => number): DailyQuota {
  const usage = new Map<string, { readonly since: number; amount: number }>();
  return (account, amount) => {
    let entry = usage.get(account);
    if (!entry || now() - entry.since >= DAY) {
      entry = { since: now(), amount: 0 };
      setRecent(usage, account, entry, MAX_ACCOUNTS);
    }
    if (entry.amount + amount > limit) return false;
    entry.amount += amount;
    return true;
  };
}
