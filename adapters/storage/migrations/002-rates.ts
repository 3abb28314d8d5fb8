import type { Statement } from "./index.ts";

/**
 * What clients have asked of several processes together. A file is one process's, which counts in its memory. Unlogged: a crash
 * forgets it, and everyone begins anew. Room in each page, so that a row changes where it stands.
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
