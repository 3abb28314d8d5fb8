import type { Dialect } from "../sql.ts";

const ifTable =
  (statement: string) =>
  ({ hasJobTable }: Dialect): string | undefined =>
    hasJobTable ? statement : undefined;

/** How many processes that worked on a job have disappeared in a row. */
export const statements = [
  ifTable("alter table jobs add column losses bigint not null default 0"),
  ifTable(
    "create index jobs_suspect on jobs (kind, due) where claimed_until is not null and (losses > 0 or claimed_until > 0)",
  ),
  ifTable("create index jobs_lost on jobs (claimed_until) where losses > 0"),
];
