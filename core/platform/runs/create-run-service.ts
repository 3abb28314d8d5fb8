import {
  digestIdempotencyKey,
  idempotencyConflict,
  requestInFlight,
} from "../../http/idempotency.ts";
import { Problem } from "../../http/problem.ts";
import { withUnavailableErrors } from "../../http/unavailable-errors.ts";
import { createSemaphore } from "../../lib/kit/semaphore.ts";
import { sleep } from "../../lib/kit/sleep.ts";
import { sortableId } from "../../lib/kit/sortable-id.ts";
import { redactArguments, secretTexts } from "../../lib/openapi-tools/index.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunClaim, RunRecord, RunStore } from "../../ports/run-store.ts";
import { NO_TRACER, type Tracer } from "../../ports/tracer.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import { allowsApp } from "../auth/permission.ts";
import { toInterruptedRun } from "./clean-up-runs.ts";
import { executeRun } from "./execute-run.ts";
import {
  createRequestCheck,
  type FoundTool,
  prepareRun,
  resolveConnection,
} from "./prepare-run.ts";
import { requestProblem } from "./request-problem.ts";
import { createRequestTool } from "./request-tool.ts";
import type {
  PreparedRun,
  QueryRequest,
  QueryResult,
  RunConnections,
  RunOutcome,
  RunRequest,
  RunService,
} from "./run-service.ts";
import { createOutcomeStore, replayRun } from "./stored-result.ts";
import { traceRun } from "./trace-run.ts";
import type { AcquireSlot } from "./transport-http.ts";

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

  /** Sends a request whose outcome the caller stores or not. */
  const sendUnstored = async (
    actor: Actor,
    found: FoundTool,
    request: QueryRequest & { readonly isReadOnly: boolean },
  ): Promise<{ readonly outcome: RunOutcome; readonly result: QueryResult }> => {
    const { tool: name, input, timeoutMs } = request;
    const connection = await resolveConnection(
      actor,
      found,
      connections,
      request.connection,
      timeoutMs,
    );
    const startedAt = now();
    const id = sortableId("run", startedAt);
    const watched = watchHeaders(outbound, request.headers);
    const prepared = await prepareRun(
      { outbound: watched, publicOutbound, acquireSlot: acquireFor(actor.account) },
      found,
      { request, connection, idempotencyKey: id },
    );
    const { isUnsafe } = prepared.transport;
    if (request.isReadOnly && isUnsafe) throw new Error(`${name} may change something.`);
    const run: RunRecord = {
      id,
      account: actor.account,
      user: actor.user,
      key: actor.id,
      source: "trigger",
      ...request.startedBy,
      app: prepared.app.slug,
      tool: name,
      connection: connection?.id.startsWith("conn_") ? connection.id : undefined,
      status: "running",
      isUnsafe,
      arguments: redactArguments(input, secretTexts(connection)),
      attempts: [],
      created: new Date(startedAt).toISOString(),
    };
    const outcome = await executeTraced(prepared, run, timeoutMs);
    const { response, failure, next } = outcome.run;
    const isUnchanged = response?.status === NOT_MODIFIED;
    return {
      outcome,
      result: {
        status: response?.status,
        headers: watched.lastHeaders ?? NO_HEADERS,
        data: outcome.data,
        failure: isUnchanged ? undefined : failure,
        next,
        connection: run.connection,
      },
    };
  };

  return {
    async run(actor, catalogView, request) {
      const { tool: name, input, idempotencyKey } = request;
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
      const connection = await resolveConnection(
        actor,
        found,
        connections,
        request.connection,
        timeLeft(),
      );
      const startedAt = now();
      const id = sortableId("run", startedAt);
      const prepared = await prepareRun(
        { outbound, publicOutbound, acquireSlot: acquireFor(actor.account) },
        found,
        {
          request,
          connection,
          idempotencyKey: idempotencyKey ?? id,
        },
      );
      const { isUnsafe } = prepared.transport;
      const run: RunRecord = {
        id,
        account: actor.account,
        user: actor.user,
        key: actor.id,
        source: request.source,
        request: request.requestId,
        again: request.again,
        ...request.startedBy,
        app: prepared.app.slug,
        tool: name,
        connection: connection?.id.startsWith("conn_") ? connection.id : undefined,
        status: "running",
        isUnsafe,
        arguments: redactArguments(input, secretTexts(connection)),
        idempotencyKey,
        attempts: [],
        created: new Date(startedAt).toISOString(),
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

    async query(actor, catalogView, request) {
      const { tool, input, startedBy } = request;
      const found = await checkRequest(catalogView, request);
      const { outcome, result } = await sendUnstored(actor, found, {
        ...request,
        tool,
        input,
        startedBy,
        isReadOnly: true,
      });
      if (result.failure) await storeOutcome(outcome, false);
      if (outcome.problem) throw outcome.problem;
      return result;
    },

    async send(actor, catalogView, { app, binding, args, ...request }) {
      const { record } = await catalogView.app(app);
      const tool = createRequestTool(record, binding);
      const countConnections = async () => 1;
      const found = { isOwn: record.isOwn === true, record, tool, countConnections };
      const { outcome, result } = await sendUnstored(actor, found, {
        ...request,
        tool: tool.name,
        input: args,
        isReadOnly: false,
      });
      if (outcome.problem) throw outcome.problem;
      return result;
    },

    async check(catalogView, request) {
      await checkRequest(catalogView, request);
    },

    list: (actor, filter) =>
      runStore.list({ ...filter, account: actor.account, user: actor.user, apps: actor.apps }),
    read: (actor, id) => readRun(actor, id),

    async result(actor, id) {
      const run = await readRun(actor, id);
      const result = await runStore.findResult(id);
      if (!result)
        throw new Problem("run_not_found", `No result is stored for run "${id}".`, {
          hint: "Results are stored for 24 hours, and only if they were truncated or the run had an idempotency key.",
        });
      return { run, result };
    },

    async remove(actor, id) {
      const run = await readRun(actor, id);
      const entry = createActorEntry(now(), actor, {
        action: "run.deleted",
        subject: id,
        details: { tool: run.tool },
      });
      if (!(await runStore.remove(actor.account, actor.user, id, entry)))
        throw new Problem("request_in_flight", `Run "${run.id}" is in progress.`, {
          hint: "Delete the run after it has finished.",
          headers: { "retry-after": "5" },
        });
    },
  };

  async function readRun(actor: Actor, id: string): Promise<RunRecord> {
    const run = RUN_ID.test(id) ? await runStore.find(actor.account, actor.user, id) : undefined;
    if (!run || !allowsApp(actor, run.app))
      throw new Problem("run_not_found", `Unknown run ${JSON.stringify(id.slice(0, 100))}.`, {
        hint: "List the runs of the last 30 days: GET /api/v1/runs.",
      });
    return run;
  }
}

const NOT_MODIFIED = 304;
const NO_HEADERS = { get: () => null };

/** Adds headers to the requests of a client, and returns the headers of the last response. */
function watchHeaders(
  outbound: Outbound,
  headers: Readonly<Record<string, string>> = {},
): Outbound & { readonly lastHeaders: { get(name: string): string | null } | undefined } {
  let lastHeaders: { get(name: string): string | null } | undefined;
  return {
    get lastHeaders() {
      return lastHeaders;
    },
    async fetch(url, options = {}) {
      const response = await outbound.fetch(url, {
        ...options,
        headers: { ...options.headers, ...headers },
      });
      lastHeaders = response.headers;
      return response;
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

const RUN_ID = /^run_[0-9a-f]{32}$/;
