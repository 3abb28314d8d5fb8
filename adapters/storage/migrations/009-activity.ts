import type { Statement } from "./statement.ts";

/**
 * What the activity of an account is filtered by. `created` and `changed` are in milliseconds since
 * 1970. `changed` is when a row was last written, by the clock of the database; for runs of earlier
 * versions it is 0. The first index contains every column that a filter reads, because rows with
 * large results are slow to read.
 */
export const statements: readonly Statement[] = [
  `alter table runs add column key text not null default ''`,
  `alter table runs add column source text not null default ''`,
  `alter table runs add column created bigint not null default 0`,
  `alter table runs add column changed bigint not null default 0`,
  ({ jsonText, toMilliseconds }) => `update runs set
    key = coalesce(${jsonText("document", "key")}, ''),
    source = coalesce(${jsonText("document", "source")}, ''),
    created = coalesce(${toMilliseconds(jsonText("document", "created"))}, 0)`,
  `create index runs_activity on runs (account, id, owner, app, tool, status, source, key, created, changed)`,
  `create index runs_changed on runs (changed)`,
];
