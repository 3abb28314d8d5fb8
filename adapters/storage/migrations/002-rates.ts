import type { Statement } from "./index.ts";

/**
 * Rate limits that several processes share. With SQLite there is one process, which counts in
 * memory. The table is unlogged, so a crash resets all limits. The fill factor leaves space in each
 * page for in-place updates.
 */
export const statements: readonly Statement[] = [
  {
    postgres: `create unlogged table rates (
      key text primary key,
      due bigint not null,
      seen bigint not null,
      allowed boolean not null
    ) with (fillfactor = 50)`,
  },
];
