import { remember } from "../../domain/freshness.ts";

/** Whether so much more may still be kept for an account; what may is counted. */
export type Allowance = (account: string, amount: number) => boolean;

const DAY = 86_400_000;
const MOST_ACCOUNTS = 10_000;

/** So much a day for each account, counted in this process from the first that is kept. */
export function createAllowance(most: number, now: () => number): Allowance {
  const kept = new Map<string, { readonly since: number; amount: number }>();
  return (account, amount) => {
    let entry = kept.get(account);
    if (!entry || now() - entry.since >= DAY)
      remember(kept, account, (entry = { since: now(), amount: 0 }), MOST_ACCOUNTS);
    if (entry.amount + amount > most) return false;
    entry.amount += amount;
    return true;
  };
}
