import { Problem } from "../../core/index.ts";
import type { Queries } from "./sql.ts";

/**
 * Makes other transactions that lock the account wait until this one ends. So two can't remove the
 * last two owners, or both add the last trigger that the account may have.
 */
export async function lockAccount({ query }: Queries, account: string): Promise<void> {
  await query("update accounts set name = name where id = $1", [account]);
}

/**
 * Rejects with the `Problem` "session_required" unless a person is a member, and makes their removal
 * wait until the transaction ends. So a person who has been removed leaves nothing behind, although
 * other processes know of the removal only after a moment.
 */
export async function requireMember(
  queries: Queries,
  account: string,
  person: string,
): Promise<void> {
  if (await lockIfMember(queries, account, person)) return;
  throw new Problem("session_required", "You are no longer a member of this account.", {
    hint: "Ask an owner of the account.",
  });
}

/** Returns whether a person is a member, whose removal waits until the transaction ends. */
export async function lockIfMember(
  queries: Queries,
  account: string,
  person: string,
): Promise<boolean> {
  await lockAccount(queries, account);
  const rows = await queries.query("select 1 from members where account = $1 and person = $2", [
    account,
    person,
  ]);
  return rows.length > 0;
}
