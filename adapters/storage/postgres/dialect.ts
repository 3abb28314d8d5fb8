import type { Dialect } from "../sql.ts";

export const postgresDialect: Dialect = {
  // The number is arbitrary but must never change.
  migrationLock: "select pg_advisory_xact_lock(7223640981)",
  listTables: "select tablename as name from pg_tables where schemaname = current_schema()",
  isMissingTable: (error) => (error as { code?: unknown }).code === "42P01",
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  clock: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
  forUpdate: " for update",
  isRemote: true,
  jsonText: (json, field) => `(${json})::json ->> '${field}'`,
  textBefore: (text, mark) => `split_part(${text}, '${mark}', 1)`,
  elements: (array) => `json_array_elements((${array})::json) as each(value)`,
  toMilliseconds: (time) => `(extract(epoch from (${time})::timestamptz) * 1000)::bigint`,
  rateLimits: {
    // The table is unlogged, so a crash resets all limits. The fill factor leaves space in each
    // page for in-place updates.
    createTable: `create unlogged table rates (
      key text primary key,
      due bigint not null,
      seen bigint not null,
      allowed boolean not null
    ) with (fillfactor = 50)`,
    clock: "(extract(epoch from clock_timestamp()) * 1000000000)::bigint",
    greatest: (a, b) => `greatest(${a}, ${b})`,
  },
};
