import type { Dialect } from "../sql.ts";

const ifTable =
  (statement: string) =>
  ({ hasJobTable }: Dialect): string | undefined =>
    hasJobTable ? statement : undefined;

/**
 * Background jobs. `claimed_until` is 0 while a job waits, and null if it was discarded. `id` is the
 * order in which jobs were added.
 */
export const statements = [
  ifTable(`create table jobs (
    id integer primary key autoincrement,
    kind text not null,
    key text not null,
    sequence text,
    due bigint not null,
    body text not null,
    attempt bigint not null,
    claimed_until bigint
  )`),
  ifTable(
    "create unique index jobs_key on jobs (kind, key) where claimed_until = 0 and sequence is null",
  ),
  ifTable("create index jobs_due on jobs (kind, due) where claimed_until is not null"),
  ifTable(
    "create index jobs_sequence on jobs (kind, sequence, id) where sequence is not null and claimed_until is not null",
  ),
];
