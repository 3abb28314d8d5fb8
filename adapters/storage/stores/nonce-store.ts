import { createHash } from "node:crypto";
import {
  NONCE_GRACE_SECONDS,
  type NonceLimits,
  type NonceStore,
} from "../../../core/lib/http-signatures/index.ts";
import { setRecent } from "../../../core/lib/kit/net/freshness.ts";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { createFailFast, type FailFastOptions } from "../fail-fast.ts";
import type { Sql } from "../sql.ts";

/** A nonce store in a database, which all processes share. */
export interface SqlNonceStore extends NonceStore {
  /** Deletes up to a few thousand nonces of expired signatures. */
  deleteExpired(): Promise<void>;
}

export interface SqlNonceStoreOptions extends FailFastOptions {
  /** Milliseconds since 1970. */
  now?(): number;
  readonly limits?: NonceLimits | undefined;
}

const LIMITS: NonceLimits = { perHost: 20_000, perNetwork: 50_000, total: 500_000 };
const SWEEP_LIMIT = 5_000;
/** Counts of hosts and networks that a process remembers. */
const MAX_COUNTS = 5_000;
/** A process counts again after this time, and after it has added this share of the limit. */
const RECOUNT_MILLISECONDS = 30_000;
const RECOUNT_FULL_MILLISECONDS = 1_000;
const RECOUNT_SHARE = 0.02;

/** Creates a nonce store in a migrated database. */
export function createSqlNonceStore(
  sql: Sql,
  { now = Date.now, limits = LIMITS, ...failFast }: SqlNonceStoreOptions = {},
): SqlNonceStore {
  const query = createFailFast("nonce", failFast);
  const counts = new Map<string, { readonly at: number; readonly stored: number; added: number }>();
  const oldest = () => Math.floor(now() / 1000) - NONCE_GRACE_SECONDS;

  /**
   * Whether as many are stored as may be. Counting each time would cost more than storing, so a
   * process counts what it adds, and reads the stored number from time to time.
   */
  const isFull = async (scope: keyof typeof COUNT, value: string): Promise<boolean> => {
    const limit = limits[scope];
    const key = `${scope} ${value}`;
    const known = counts.get(key);
    const total = known ? known.stored + known.added : 0;
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
    const isCurrent =
      known &&
      age < (total >= limit ? RECOUNT_FULL_MILLISECONDS : RECOUNT_MILLISECONDS) &&
      known.added <= limit * RECOUNT_SHARE;
    if (isCurrent) {
      known.added++;
      return total >= limit;
    }
    const values = scope === "total" ? [oldest(), limit] : [oldest(), limit, value];
    const [row] = await query(() => sql.query(COUNT[scope], values));
    const stored = Number(requireValue(row, "the count of nonces")["count"]);
    setRecent(counts, key, { at: now(), stored, added: 1 }, MAX_COUNTS);
    return stored >= limit;
  };

  return {
    async add({ id, host, network, expires }) {
      const [key, hostKey, networkKey] = [digest(id), digest(host), digest(network)];
      const scopes = [
        ["perHost", hostKey],
        ["perNetwork", networkKey],
        ["total", ""],
      ] as const;
      for (const [scope, value] of scopes) if (await isFull(scope, value)) return "full";
      const values = [key, hostKey, networkKey, expires, oldest()];
      const rows = await query(() => sql.query(ADD, values));
      return rows.length > 0 ? "added" : "used";
    },
    async deleteExpired() {
      await sql.query(SWEEP, [oldest(), SWEEP_LIMIT]);
    },
  };
}

// A row whose signature has expired, and that no sweep has deleted, counts as new.
const ADD = `insert into nonces as known (key, host, network, expires) values ($1, $2, $3, $4)
  on conflict (key) do update set host = excluded.host, network = excluded.network, expires = excluded.expires
  where known.expires < $5 returning key`;
const SWEEP =
  "delete from nonces where key in (select key from nonces where expires < $1 order by expires limit $2) and expires < $1";

const count = (condition: string) =>
  `select count(*) as count from (select 1 from nonces where ${condition}expires >= $1 limit $2) as stored`;
const COUNT = {
  perHost: count("host = $3 and "),
  perNetwork: count("network = $3 and "),
  total: count(""),
};

/** Shortens a value and keeps client addresses out of the database. */
const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);
