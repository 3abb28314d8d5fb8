import { nextRefresh } from "../../lib/oauth/index.ts";
import type { ConnectionDeps } from "./connection-service.ts";
import type { RefreshConnection } from "./refresh.ts";
import { decryptSecrets } from "./secrets.ts";
import { isoTime, updateStored } from "./stored-connection.ts";

/** Refreshes tokens before they expire, and marks connections as failed when their links expire. */
export interface RefreshScheduler {
  /** Processes the connections that are due, up to 1,000. Resolves to their number. */
  runOnce(): Promise<number>;
  /** Starts polling for due connections. */
  start(): void;
  /** Stops polling, and waits for the work in progress. */
  stop(): Promise<void>;
}

const POLL_MILLISECONDS = 15_000;
const CONCURRENCY = 8;
const BATCH_SIZE = 200;
const MAX_PER_TICK = 1_000;
const DAY_MILLISECONDS = 86_400_000;
/** Deleted connections stay stored for this long. */
const REVOKED_MILLISECONDS = 30 * DAY_MILLISECONDS;
/** Connections that no user has connected stay stored for this long. */
const UNFINISHED_MILLISECONDS = DAY_MILLISECONDS;
const TICKS_PER_SWEEP = 40;

/**
 * Creates the refresh scheduler. It processes 8 connections at once and 1,000 per poll, so that
 * apps receive a steady rate of requests.
 */
export function createRefreshScheduler(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  { pollMilliseconds = POLL_MILLISECONDS }: { readonly pollMilliseconds?: number } = {},
): RefreshScheduler {
  const { store, now, onError } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let currentTick: Promise<number> | undefined;
  let ticks = 0;

  const tick = async (): Promise<number> => {
    let processed = 0;
    while (!isStopped && processed < MAX_PER_TICK) {
      const ids = await store.listDue(now(), BATCH_SIZE);
      if (ids.length === 0) break;
      const remaining = [...ids];
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (let id = remaining.shift(); id !== undefined && !isStopped; id = remaining.shift())
            await processConnection(id).catch(onError);
        }),
      );
      processed += ids.length;
    }
    const isSweepDue = ticks % TICKS_PER_SWEEP === 0;
    ticks++;
    if (isSweepDue && !isStopped)
      await store
        .deleteExpired(now(), {
          revokedBefore: isoTime(now() - REVOKED_MILLISECONDS),
          unfinishedBefore: isoTime(now() - UNFINISHED_MILLISECONDS),
        })
        .catch(onError);
    return processed;
  };

  const processConnection = async (id: string): Promise<void> => {
    const stored = await store.find(id);
    const at = now();
    if (!stored || stored.connection.due === undefined || stored.connection.due > at) return;
    const { connection, lastUsed } = stored;
    if (connection.status === "pending") {
      await updateStored(deps, id, ({ connection: { status } }) =>
        status !== "pending"
          ? undefined
          : {
              set: {
                status: "failed",
                due: undefined,
                reason: {
                  code: "link_expired",
                  message: "The connect link expired before the user finished connecting.",
                  at: isoTime(at),
                },
              },
            },
      );
      return;
    }
    if (connection.status !== "active") {
      await updateStored(deps, id, ({ connection: { status } }) =>
        status === "active" || status === "pending" ? undefined : { set: { due: undefined } },
      );
      return;
    }
    // An idle connection is refreshed once a day. The stored due time may predate its last use.
    const nextDue = nextRefresh(connection, {
      isUsed: at - Date.parse(lastUsed ?? connection.created) < DAY_MILLISECONDS,
    });
    if (!connection.failures && nextDue !== undefined && nextDue > at) {
      await updateStored(deps, id, ({ connection: { status } }) =>
        status !== "active" ? undefined : { set: { due: nextDue } },
      );
      return;
    }
    const staleToken = (await decryptSecrets(deps.vault, stored))?.values["access_token"];
    const refreshed = await refresh(id, staleToken, "due", connection.account);
    if (refreshed.outcome !== "not_refreshable") return;
    // The token works until it expires, and can't be refreshed before.
    const expires = connection.expires === undefined ? undefined : Date.parse(connection.expires);
    await updateStored(deps, id, ({ connection: { status } }) =>
      status !== "active" ? undefined : { set: { due: expires } },
    );
  };

  const runOnce = (): Promise<number> => {
    currentTick ??= tick().finally(() => {
      currentTick = undefined;
    });
    return currentTick;
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(
      () => void runOnce().catch(onError).finally(schedule),
      pollMilliseconds * (0.8 + 0.4 * Math.random()),
    );
  };
  return {
    runOnce,
    start: schedule,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await currentTick?.catch(onError);
    },
  };
}
