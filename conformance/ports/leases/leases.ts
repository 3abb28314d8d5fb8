import { createLeaseTable } from "../../../adapters/jobs/lease-table.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { createSqlCheckoutStore } from "../../../adapters/storage/stores/checkout-store.ts";
import { createSqlConnectionStore } from "../../../adapters/storage/stores/connection-store.ts";
import { createSqlRunStore } from "../../../adapters/storage/stores/run-store.ts";
import { CONNECTION_JOBS } from "../../../core/ports/stores/connection-store.ts";
import { CLAIM_REQUEST } from "../checkout-store/checkouts.ts";
import { activeConnection, pendingConnection } from "../connection-store/stored.ts";
import { createStartedRun, ONE_MINUTE_LEASE, RUN_CLAIM } from "../run-store/begin.ts";

/** Takes a lease of each kind: of a token refresh, of a checkout's request, of a run, and of a job. */
export async function takeLeases(sql: Sql, holder: string): Promise<void> {
  const { queue, writer } = createJobs(sql);
  const connections = createSqlConnectionStore(sql, writer);
  await connections.add(pendingConnection);
  await connections.save(activeConnection, { encryptedSecrets: "s1.one" });
  await connections.lease(activeConnection.id, { holder, now: 100, until: 1_000_000 });
  await createSqlCheckoutStore(sql).claim(CLAIM_REQUEST);
  await createSqlRunStore(sql).begin(createStartedRun(1), {
    ...ONE_MINUTE_LEASE,
    claim: RUN_CLAIM,
  });
  await queue.claim(CONNECTION_JOBS.name, 1);
}

const createJobs = (sql: Sql) => createLeaseTable(sql, { kinds: [CONNECTION_JOBS] });

/** Returns which leases are free at the time at which they were taken. */
export async function findFreeLeases(sql: Sql): Promise<string[]> {
  const { queue, writer } = createJobs(sql);
  const leased = await createSqlConnectionStore(sql, writer).lease(activeConnection.id, {
    holder: "test",
    now: 101,
    until: 102,
  });
  const { outcome } = await createSqlCheckoutStore(sql).claim(CLAIM_REQUEST);
  const abandoned = await createSqlRunStore(sql).listAbandoned(ONE_MINUTE_LEASE.now);
  const jobs = await queue.claim(CONNECTION_JOBS.name, 1);
  return [
    ...(leased ? ["refresh"] : []),
    ...(outcome === "acquired" ? ["claim"] : []),
    ...(abandoned.length > 0 ? ["run"] : []),
    ...(jobs.length > 0 ? ["job"] : []),
  ];
}
