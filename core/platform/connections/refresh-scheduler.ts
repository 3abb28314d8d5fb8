import { nextRefresh } from "../../lib/oauth/index.ts";
import type { JobQueue } from "../../ports/job-queue.ts";
import { CONNECTION_JOBS } from "../../ports/stores/connection-store.ts";
import { TOOL_LIST_JOBS } from "../../ports/stores/tool-list-store.ts";
import type { Tracer } from "../../ports/tracer.ts";
import { createJobWorker } from "../jobs/job-worker.ts";
import { PARKED_CODE, parkedMessage } from "../jobs/parked.ts";
import { traceJob } from "../jobs/trace-job.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { RefreshConnection } from "./refresh.ts";
import { decryptSecrets } from "./secrets.ts";
import { isoTime, updateStored } from "./stored-connection.ts";

/**
 * Refreshes tokens before they expire, marks connections as failed when their links expire, and
 * lists the tools of remote MCP servers again.
 */
export interface RefreshScheduler {
  /** Processes the connections that are due, up to 1,000 of each kind. Resolves to their number. */
  runOnce(): Promise<number>;
  /** Starts polling for due connections. */
  start(): void;
  /** Stops polling, and waits for the work in progress. */
  stop(): Promise<void>;
}

/** The numbers of processed connections. `listed` takes longer if servers are slow. */
interface Tick {
  readonly refreshed: number;
  readonly listed: Promise<number>;
}

const POLL_MILLISECONDS = 15_000;
const CONCURRENCY = 8;
const MAX_PER_TICK = 1_000;
const DAY_MILLISECONDS = 86_400_000;

/** Deleted connections stay stored for this long. */
const REVOKED_MILLISECONDS = 30 * DAY_MILLISECONDS;
/** Connections that no user has connected stay stored for this long. */
const UNFINISHED_MILLISECONDS = DAY_MILLISECONDS;
const TICKS_PER_SWEEP = 40;

/** Exceeds the time between two sweeps. */
const MISSING_JOBS_MILLISECONDS = 15 * 60_000;
/** A connection that stays due, because another process refreshes it, is tried again after this. */
const MIN_RETRY_MILLISECONDS = 15_000;

const PARKED = {
  code: PARKED_CODE,
  message: parkedMessage("refreshed this connection", "Enable the connection to try again."),
};

/**
 * Creates the refresh scheduler. It processes 8 connections at once and 1,000 per poll, so that
 * apps receive a steady rate of requests.
 */
export function createRefreshScheduler(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  {
    queue,
    tracer,
    listTools,
    parkToolList,
  }: {
    readonly queue: JobQueue;
    readonly tracer: Tracer;
    /** Does the job of a tool list. Resolves to the time of the next attempt, if it isn't stored yet. */
    listTools(connection: string): Promise<number | undefined>;
    /** Stores that a tool list isn't tried again. */
    parkToolList(connection: string): Promise<void>;
  },
): RefreshScheduler {
  const { store, now, onError } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let currentTick: Promise<Tick> | undefined;
  let ticks = 0;
  const shared = { queue, concurrency: CONCURRENCY, maxPerRun: MAX_PER_TICK, now, onError };
  const createWorker = (
    kind: string,
    spanName: string,
    work: (id: string) => Promise<number | undefined>,
    park: (id: string) => Promise<unknown>,
  ) => {
    const traced = traceJob(tracer, spanName, "jackfield.connection.id", ({ key }) => work(key));
    return createJobWorker({
      ...shared,
      kind,
      run: traced,
      park: async ({ key }) => void (await park(key)),
    });
  };
  /** Enabling the connection refreshes it again. */
  const disable = (id: string) =>
    updateStored(deps, id, ({ connection: { status } }) => ({
      set:
        status === "active"
          ? { status: "disabled", due: undefined, reason: { ...PARKED, at: isoTime(now()) } }
          : { due: undefined },
    }));
  const refreshes = createWorker(
    CONNECTION_JOBS.name,
    "refresh connection",
    (id) => run(id),
    disable,
  );
  const listings = createWorker(
    TOOL_LIST_JOBS.name,
    "list tools",
    (id) => listTools(id),
    parkToolList,
  );

  const tick = async (): Promise<Tick> => {
    const isSweepDue = ticks % TICKS_PER_SWEEP === 0;
    ticks++;
    if (isSweepDue) await store.addMissingJobs(now() + MISSING_JOBS_MILLISECONDS).catch(onError);
    const listed = listings.runOnce().catch((error: unknown) => {
      onError(error);
      return 0;
    });
    const refreshed = await refreshes.runOnce();
    if (isSweepDue && !isStopped)
      await store
        .deleteExpired(now(), {
          revokedBefore: isoTime(now() - REVOKED_MILLISECONDS),
          unfinishedBefore: isoTime(now() - UNFINISHED_MILLISECONDS),
        })
        .catch(onError);
    return { refreshed, listed };
  };

  /**
   * Processes a connection that is due. Its next job has been added with the changed connection,
   * and replaces this one. If nothing changed, the job is retried when the connection is due.
   */
  const run = async (id: string): Promise<number | undefined> => {
    await processConnection(id);
    const due = (await store.find(id))?.connection.due;
    return due === undefined ? undefined : Math.max(due, now() + MIN_RETRY_MILLISECONDS);
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

  const runTick = (): Promise<Tick> => {
    currentTick ??= tick().finally(() => {
      currentTick = undefined;
    });
    return currentTick;
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(
      // The next refreshes don't wait for servers that are slow to list their tools.
      () => void runTick().catch(onError).finally(schedule),
      POLL_MILLISECONDS * (0.8 + 0.4 * Math.random()),
    );
  };
  return {
    async runOnce() {
      const { refreshed, listed } = await runTick();
      return refreshed + (await listed);
    },
    start: schedule,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([refreshes.stop(), listings.stop()]);
      await currentTick?.catch(onError);
    },
  };
}
