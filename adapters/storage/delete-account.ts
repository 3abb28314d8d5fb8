import type { Queries } from "./sql.ts";

/** Tables whose rows name their account. */
const TABLES_WITH_ACCOUNT = [
  "api_keys",
  "added_apps",
  "connections",
  "tool_lists",
  "runs",
  "triggers",
  "events",
  "members",
  "sessions",
  "tickets",
  "audit",
];

/** Tables whose rows belong to the only account of the deployment. */
const TABLES_OF_DEPLOYMENT = [
  "begun_links",
  "sign_ins",
  "oauth_clients",
  "oauth_registrations",
  "webhook_secrets",
  "people",
  "passkeys",
  "identities",
  "mcp_clients",
  "grant_codes",
  "grant_tokens",
];

/**
 * Deletes everything of an account except its row, which nobody owns then. The encrypted data key
 * stays too, because running processes use it for what they store next. It contains nothing of the
 * account, and nothing that it encrypts is left. Jobs of its connections stay until they are due.
 * They contain only the random IDs of the connections, and a worker completes them.
 */
export async function deleteAccount({ query }: Queries, account: string): Promise<void> {
  for (const table of TABLES_WITH_ACCOUNT)
    await query(`delete from ${table} where account = $1`, [account]);
  for (const table of TABLES_OF_DEPLOYMENT) await query(`delete from ${table}`);
  await query("update accounts set name = '', claimed = null, document = null where id = $1", [
    account,
  ]);
}
