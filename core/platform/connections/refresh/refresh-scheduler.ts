import type { JobQueue } from "../../../ports/job-queue.ts";
import { CONNECTION_JOBS } from "../../../ports/stores/connection-store.ts";
import { TOOL_LIST_JOBS } from "../../../ports/stores/tool-list-store.ts";
import type { Tracer } from "../../../ports/tracer.ts";
import { JobWorker } from "../../jobs/job-worker.ts";
import { traceJob } from "../../jobs/trace-job.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { isoTime } from "../stored-connection.ts";
import type { RefreshConnection } from "./refresh.ts";
import { parkConnection, runConnectionJob } from "./run-connection-job.ts";

interface RefreshSchedulerOptions {
  readonly queue: JobQueue;
  readonly tracer: Tracer;
  /** Does the job of a tool list. Resolves to the time of the next attempt, if it isn't stored yet. */
  listTools(connection: string): Promise<number | undefined>;
  /** Stores that a tool list isn't tried again. */
  parkToolList(connection: string): Promise<void>;
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

/**
 * Refreshes tokens before they expire, marks connections as failed when their links expire, and
 * lists the tools of remote MCP servers again. It processes 8 connections at once and 1,000 per
 * poll, so that apps receive a steady rate of requests.
 */
export class RefreshScheduler {
  readonly #deps: ConnectionDeps;
  readonly #refreshes: JobWorker;
  readonly #listings: JobWorker;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #currentTick: Promise<Tick> | undefined;
  #ticks = 0;

  constructor(
    deps: ConnectionDeps,
    refresh: RefreshConnection,
    { queue, tracer, listTools, parkToolList }: RefreshSchedulerOptions,
  ) {
    const { now, onError } = deps;
    const shared = { queue, concurrency: CONCURRENCY, maxPerRun: MAX_PER_TICK, now, onError };
    const trace = (name: string, run: (connection: string) => Promise<number | undefined>) =>
      traceJob(tracer, name, "jackfield.connection.id", ({ key }) => run(key));
    this.#deps = deps;
    this.#refreshes = new JobWorker({
      ...shared,
      kind: CONNECTION_JOBS.name,
      run: trace("refresh connection", (id) => runConnectionJob(deps, refresh, id)),
      park: ({ key }) => parkConnection(deps, key),
    });
    this.#listings = new JobWorker({
      ...shared,
      kind: TOOL_LIST_JOBS.name,
      run: trace("list tools", listTools),
      park: ({ key }) => parkToolList(key),
    });
  }

  /** Processes the connections that are due, up to 1,000 of each kind. Resolves to their number. */
  async runOnce(): Promise<number> {
    const { refreshed, listed } = await this.#runTick();
    return refreshed + (await listed);
  }

  /** Starts polling for due connections. */
  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(
      // The next refreshes don't wait for servers that are slow to list their tools.
      () =>
        void this.#runTick()
          .catch(this.#deps.onError)
          .finally(() => this.start()),
      POLL_MILLISECONDS * (0.8 + 0.4 * Math.random()),
    );
  }

  /** Stops polling, and waits for the work in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#refreshes.stop(), this.#listings.stop()]);
    await this.#currentTick?.catch(this.#deps.onError);
  }

  #runTick(): Promise<Tick> {
    this.#currentTick ??= this.#tick().finally(() => {
      this.#currentTick = undefined;
    });
    return this.#currentTick;
  }

  async #tick(): Promise<Tick> {
    const { store, now, onError } = this.#deps;
    const isSweepDue = this.#ticks % TICKS_PER_SWEEP === 0;
    this.#ticks++;
    if (isSweepDue) await store.addMissingJobs(now() + MISSING_JOBS_MILLISECONDS).catch(onError);
    const listed = this.#listings.runOnce().catch((error: unknown) => {
      onError(error);
      return 0;
    });
    const refreshed = await this.#refreshes.runOnce();
    if (isSweepDue && !this.#isStopped)
      await store
        .deleteExpired(now(), {
          revokedBefore: isoTime(now() - REVOKED_MILLISECONDS),
          unfinishedBefore: isoTime(now() - UNFINISHED_MILLISECONDS),
        })
        .catch(onError);
    return { refreshed, listed };
  }
}
