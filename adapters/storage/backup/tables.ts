/**
 * Every table that a backup contains. Not in it: `jackfield_migrations`, because the header of a
 * backup has its version; `rates`, because rate limits last minutes; and `jobs`, which a backup
 * stores in a form for every queue.
 */
export const BACKUP_TABLES = [
  "accounts",
  "people",
  "members",
  "passkeys",
  "identities",
  "sessions",
  "tickets",
  "audit",
  "api_keys",
  "mcp_clients",
  "grant_codes",
  "grant_tokens",
  "data_keys",
  "oauth_clients",
  "oauth_registrations",
  "webhook_secrets",
  "added_apps",
  "connections",
  "tool_lists",
  "begun_links",
  "sign_ins",
  "triggers",
  "events",
  "runs",
  "checkouts",
  "claims",
  "notices",
  "sandbox_payments",
  "nonces",
] as const;

/** The section of a backup with the jobs. */
export const JOBS_SECTION = "jobs";
/** The columns of that section. */
export const JOB_COLUMNS = ["kind", "key", "sequence", "due", "body", "attempt", "state"] as const;
