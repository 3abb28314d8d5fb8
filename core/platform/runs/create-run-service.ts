import {
  digestIdempotencyKey,
  idempotencyConflict,
  requestInFlight,
} from "../../http/idempotency.ts";
import type { Problem } from "../../http/problem.ts";
import { withUnavailableErrors } from "../../http/unavailable-errors.ts";
import { sortableId } from "../../lib/kit/bytes/sortable-id.ts";
import { createSemaphore } from "../../lib/kit/flow/semaphore.ts";
import { sleep } from "../../lib/kit/flow/sleep.ts";
import type { LoadComposer } from "../../lib/openapi-tools/index.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunClaim, RunRecord, RunStore } from "../../ports/stores/run-store.ts";
import { NO_TRACER, type Tracer } from "../../ports/tracer.ts";
import { requestProblem } from "../app-requests/request-problem.ts";
import type { AcquireSlot } from "../app-requests/transport-http.ts";
import type { Actor } from "../auth/actor.ts";
import { toInterruptedRun } from "./clean-up-runs.ts";
import { executeRun } from "./execute-run.ts";
import { createRequestCheck, prepareRun, resolveConnection } from "./prepare-run.ts";
import { createRunRecord } from "./run-record.ts";
import type {
  PreparedRun,
  RunConnections,
  RunOutcome,
  RunRequest,
  RunService,
} from "./run-service.ts";
import { createOutcomeStore, replayRun } from "./stored-result.ts";
import { createStoredRuns } from "./stored-runs.ts";
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
/** Idempotency keys are valid for 24 hours. */
const KEY_RETENTION_MILLISECONDS = 86_400_000;
/** How long after its timeout a run without an outcome still counts as in progress. */
const GRACE_MILLISECONDS = 15_000;

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
  const executeTraced = (prepared: PreparedRun, run: RunRecord, timeoutMs: number) =>
    traceRun(tracer, run, () =>
      executeRun(prepared, run, { connections, timeoutMs, now, random, wait }),
    );
  const semaphore = createSemaphore(MAX_LARGE_RESPONSES, { maxPerHolder: MAX_PER_ACCOUNT });
  const acquireFor =
    (account: string): AcquireSlot =>
    (timeoutMs) =>
      semaphore.acquire({ holder: account, timeoutMs });
  const storeOutcome = createOutcomeStore({ store, now, onError });
  const runStore = withUnavailableErrors(store, {
    code: "storage_unavailable",
    message: "Stored runs are unavailable.",
    hint: "Try again in a few seconds. Nothing was sent to the app.",
    onError: (error) => onError(error),
  });

  /** Returns the outcome of an earlier run with the same idempotency key. */
  const resolveExistingRun = async (
    run: RunRecord,
    until: number,
    request: RunRequest,
  ): Promise<RunOutcome> => {
    if (run.status !== "running" && run.status !== "queued")
      return replayRun(run, await runStore.findResult(run.id), request.maxBytes);
    if (until > now())
      throw requestInFlight(
        `Run "${run.id}" with the same idempotency key is in progress.`,
        "Try again in a second with the same idempotency key.",
      );
    const endedRun = toInterruptedRun(run, now());
    await runStore.finish(endedRun, { wasBegun: true });
    return { run: endedRun };
  };

  const beginRun = async (
    run: RunRecord,
    until: number,
    claim: RunClaim | undefined,
  ): Promise<RunRecord | undefined> => {
    const result = await runStore.begin(run, { until, now: now(), claim });
    if (result.outcome === "conflict") throw conflictProblem();
    return result.outcome === "existing" ? result.run : undefined;
  };

  const execute = async (
    prepared: PreparedRun,
    run: RunRecord,
    { wasBegun, timeoutMs }: { readonly wasBegun: boolean; readonly timeoutMs: number },
  ): Promise<RunOutcome> => {
    let outcome: RunOutcome;
    try {
      outcome = await executeTraced(prepared, run, timeoutMs);
    } catch (error) {
      const endedRun = toInterruptedRun(run, now());
      await store.finish(endedRun, { wasBegun }).catch(onError);
      // A refreshed credential can be one that no header accepts.
      throw requestProblem(error);
    }
    await storeOutcome(outcome, wasBegun);
    if (outcome.problem) throw outcome.problem;
    // The caller needs only a part of the response, so the rest can be released.
    return { run: outcome.run, data: outcome.data };
  };

  return {
    async run(actor, catalogView, request) {
      const { idempotencyKey } = request;
      const deadline = now() + request.timeoutMs;
      const timeLeft = () => Math.max(1, deadline - now());
      const found = await checkRequest(catalogView, request);
      const claim =
        idempotencyKey === undefined
          ? undefined
          : await createClaim(
              actor,
              idempotencyKey,
              request,
              now() + (request.keepKeyMs ?? KEY_RETENTION_MILLISECONDS),
            );
      const existing = claim && (await runStore.findClaimed(claim, now()));
      if (existing) {
        if (existing.request !== claim.request) throw conflictProblem();
        return resolveExistingRun(existing.run, existing.until, request);
      }
      const connection = await resolveConnection(actor, found, connections, request, timeLeft());
      const startedAt = now();
      const id = sortableId("run", startedAt);
      const prepared = await prepareRun(
        { outbound, publicOutbound, loadComposer, acquireSlot: acquireFor(actor.account) },
        found,
        {
          request,
          connection,
          idempotencyKey: idempotencyKey ?? id,
        },
      );
      const { isUnsafe } = prepared.transport;
      const run: RunRecord = {
        ...createRunRecord(actor, prepared, { id, startedAt, request }),
        source: request.source,
        request: request.requestId,
        again: request.again,
        idempotencyKey,
      };
      // A safe run is stored only when it has finished. If the process stops earlier, only its
      // record is lost.
      const isStoredFirst = isUnsafe || claim !== undefined;
      const existingRun = isStoredFirst
        ? await beginRun(run, deadline + GRACE_MILLISECONDS, claim)
        : undefined;
      if (existingRun) return resolveExistingRun(existingRun, Infinity, request);
      return execute(prepared, run, { wasBegun: isStoredFirst, timeoutMs: timeLeft() });
    },

    ...createTriggerRequests({
      outbound,
      publicOutbound,
      loadComposer,
      connections,
      checkRequest,
      acquireFor,
      execute: executeTraced,
      storeOutcome,
      now,
    }),
    ...createStoredRuns(runStore, now),

    async check(catalogView, request) {
      await checkRequest(catalogView, request);
    },
  };
}

/** Creates the claim of an idempotency key. Keys of different end users never conflict. */
async function createClaim(
  { account, user }: Actor,
  idempotencyKey: string,
  { tool, input, connection }: RunRequest,
  keepUntil: number,
): Promise<RunClaim> {
  const request = [tool, input, connection ?? null];
  const digests = await digestIdempotencyKey([account, user ?? null], idempotencyKey, request);
  return { ...digests, keep: keepUntil };
}

const conflictProblem = (): Problem =>
  idempotencyConflict(
    "run",
    "Use a new idempotency key if the tool, the arguments or the connection changes.",
  );
