import { withUnavailableErrors } from "../../http/unavailable-errors.ts";
import { createSemaphore } from "../../lib/kit/flow/semaphore.ts";
import { sleep } from "../../lib/kit/flow/sleep.ts";
import type { LoadComposer } from "../../lib/openapi-tools/body/index.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunStore } from "../../ports/stores/run-store.ts";
import { NO_TRACER, type Tracer } from "../../ports/tracer.ts";
import { RunExecution } from "./execute-run.ts";
import { createRequestCheck } from "./prepare-run.ts";
import type { RunDeps } from "./run-deps.ts";
import type { RunConnections, RunService } from "./run-service.ts";
import { createOutcomeStore } from "./stored-result.ts";
import { createStoredRuns } from "./stored-runs.ts";
import { ToolRunner } from "./tool-runner.ts";
import { traceRun } from "./trace-run.ts";
import { createTriggerRequests } from "./trigger-requests.ts";
/** Dependencies of the run service. */
export interface RunServiceOptions {
  readonly store: RunStore;
  /** The HTTP client for apps. */
  readonly outbound: Outbound;
  /**
   * The HTTP client for files whose URL is an argument. It reaches no private address, because the
   * file is sent to an app that the caller chooses.
   */
  readonly publicOutbound: Outbound;
  /** Without it, tools whose body a composer creates are rejected. */
  readonly loadComposer?: LoadComposer | undefined;
  readonly connections: RunConnections;
  /** Records each run as a span. Default: nothing is recorded. */
  readonly tracer?: Tracer | undefined;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Receives storage errors. */
  onError(error: unknown): void;
  /** Returns a number from 0 to 1. Default: `Math.random`. */
  random?(): number;
  /** Waits between attempts. Default: a timer. */
  wait?(milliseconds: number): Promise<void>;
}

/** How many large responses are read at the same time. */
const MAX_LARGE_RESPONSES = 8;
/** How many of them may belong to one account. */
const MAX_PER_ACCOUNT = 6;

/** Creates the run service. */
export function createRunService(options: RunServiceOptions): RunService {
  const {
    store,
    outbound,
    publicOutbound,
    loadComposer,
    connections,
    tracer = NO_TRACER,
    now,
    onError,
    random = Math.random,
    wait = sleep,
  } = options;
  const checkRequest = createRequestCheck();
  const semaphore = createSemaphore(MAX_LARGE_RESPONSES, { maxPerHolder: MAX_PER_ACCOUNT });
  const runStore = withUnavailableErrors(store, {
    code: "storage_unavailable",
    message: "Stored runs are unavailable.",
    hint: "Try again in a few seconds. Nothing was sent to the app.",
    onError: (error) => onError(error),
  });
  const deps: RunDeps = {
    outbound,
    publicOutbound,
    loadComposer,
    connections,
    checkRequest,
    acquireFor: (account) => (timeoutMs) => semaphore.acquire({ holder: account, timeoutMs }),
    execute: (prepared, run, timeoutMs) =>
      traceRun(tracer, run, () =>
        new RunExecution(prepared, run, { connections, timeoutMs, now, random, wait }).execute(),
      ),
    storeOutcome: createOutcomeStore({ store, now, onError }),
    now,
  };
  const runner = new ToolRunner({ ...deps, store, runStore, onError });
  return {
    run: (actor, catalogView, request) => runner.run(actor, catalogView, request),
    ...createTriggerRequests(deps),
    ...createStoredRuns(runStore, now),

    async check(catalogView, request) {
      await checkRequest(catalogView, request);
    },
  };
}
