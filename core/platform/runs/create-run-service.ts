import { Problem } from "../../http/problem.ts";
import { withUnavailableErrors } from "../../http/unavailable-errors.ts";
import { createSemaphore } from "../../lib/kit/semaphore.ts";
import { sleep } from "../../lib/kit/sleep.ts";
import type { DecryptedConnection, RequestInputs } from "../../lib/openapi-tools/index.ts";
import { redactArguments, secretTexts } from "../../lib/openapi-tools/index.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunClaim, RunRecord, RunStore } from "../../ports/run-store.ts";
import { keyAllowsApp } from "../auth/permission.ts";
import { toInterruptedRun } from "./clean-up-runs.ts";
import { executeRun, type RunOutcome } from "./execute-run.ts";
import { createRunPreparer, type PreparedRun, resolveConnection } from "./prepare-run.ts";
import { replayRun } from "./replay-run.ts";
import { requestProblem } from "./request-problem.ts";
import { createRunClaim, idempotencyConflictProblem } from "./run-claim.ts";
import type { RunConnections } from "./run-connections.ts";
import type { CompletedRun, RunRequest, RunService } from "./run-service.ts";
import { createOutcomeStore } from "./store-outcome.ts";
import type { ToolTransport } from "./tool-transport.ts";
import { createHttpTransport } from "./transport-http.ts";
import { createMcpTransport } from "./transport-mcp.ts";

/** Dependencies of the run service. */
export interface RunServiceOptions {
  readonly store: RunStore;
  readonly outbound: Outbound;
  readonly connections: RunConnections;
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
/** Idempotency keys are valid for 24 hours. */
const KEY_RETENTION_MILLISECONDS = 86_400_000;
/** How long after its timeout a run without an outcome still counts as in progress. */
const GRACE_MILLISECONDS = 15_000;

/** Creates the run service. */
export function createRunService(options: RunServiceOptions): RunService {
  const {
    store,
    outbound,
    connections,
    now,
    onError,
    random = Math.random,
    wait = sleep,
  } = options;
  const prepareRun = createRunPreparer();
  const semaphore = createSemaphore(MAX_LARGE_RESPONSES);
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
  ): Promise<CompletedRun> => {
    if (run.status !== "running" && run.status !== "queued")
      return replayRun(run, await runStore.findResult(run.id), request.maxBytes);
    if (until > now())
      throw new Problem(
        "request_in_flight",
        `Run "${run.id}" with the same idempotency key is in progress.`,
        {
          headers: { "retry-after": "1" },
          hint: "Try again in a second with the same idempotency key.",
        },
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
    if (result.outcome === "conflict") throw idempotencyConflictProblem();
    return result.outcome === "existing" ? result.run : undefined;
  };

  /** Rejects with a `Problem` if the arguments or the connection don't make a request. */
  const createTransport = async (
    { input: args, maxBytes }: RunRequest,
    {
      record,
      tool,
      connection,
      idempotencyKey,
    }: Pick<PreparedRun, "record" | "tool"> & Pick<RequestInputs, "connection" | "idempotencyKey">,
  ): Promise<ToolTransport> => {
    const { binding } = tool;
    try {
      if (!binding)
        return createMcpTransport(outbound, { record, tool, input: args, connection }, maxBytes);
      const inputs = { record, tool: { ...tool, binding }, args, connection, idempotencyKey };
      return await createHttpTransport(outbound, inputs, maxBytes, semaphore);
    } catch (error) {
      throw requestProblem(error);
    }
  };

  const execute = async (
    run: RunRecord,
    wasBegun: boolean,
    { record, tool }: PreparedRun,
    transport: ToolTransport,
    connection: DecryptedConnection | undefined,
    { timeoutMs }: RunRequest,
  ): Promise<CompletedRun> => {
    let outcome: RunOutcome;
    try {
      outcome = await executeRun({
        transport,
        connection,
        connections,
        app: record.name,
        scopes: tool.scopes,
        timeoutMs,
        now,
        random,
        wait,
      });
    } catch (error) {
      const endedRun = toInterruptedRun(run, now());
      await store.finish(endedRun, { wasBegun }).catch(onError);
      // A refreshed credential can be one that no header accepts.
      throw requestProblem(error);
    }
    const { status, attempts, failure, response, result, next, problem } = outcome;
    const endedRun: RunRecord = {
      ...run,
      status,
      attempts,
      failure,
      response,
      next,
      finished: new Date(now()).toISOString(),
    };
    await storeOutcome(endedRun, wasBegun, outcome);
    if (problem) throw problem;
    return { run: endedRun, data: result?.data };
  };

  return {
    async run(key, catalogView, request) {
      const { tool: name, input, idempotencyKey, timeoutMs } = request;
      const prepared = await prepareRun(catalogView, name, input);
      const { record, tool } = prepared;
      const claim =
        idempotencyKey === undefined
          ? undefined
          : await createRunClaim(key, idempotencyKey, request, now() + KEY_RETENTION_MILLISECONDS);
      const existing = claim && (await runStore.findClaimed(claim, now()));
      if (existing) {
        if (existing.request !== claim.request) throw idempotencyConflictProblem();
        return resolveExistingRun(existing.run, existing.until, request);
      }
      const connection = await resolveConnection(key, prepared, connections, request.connection);
      const startedAt = now();
      const id = createRunId(startedAt);
      const transport = await createTransport(request, {
        record,
        tool,
        connection,
        idempotencyKey: idempotencyKey ?? id,
      });
      const run: RunRecord = {
        id,
        account: key.account,
        user: key.user,
        key: key.id,
        app: record.slug,
        tool: name,
        connection: connection?.id.startsWith("conn_") ? connection.id : undefined,
        status: "running",
        isUnsafe: transport.isUnsafe,
        arguments: redactArguments(input, secretTexts(connection)),
        idempotencyKey,
        attempts: [],
        created: new Date(startedAt).toISOString(),
      };
      // A safe run is stored only when it has finished. If the process stops earlier, only its
      // record is lost.
      const isStoredFirst = transport.isUnsafe || claim !== undefined;
      const existingRun = isStoredFirst
        ? await beginRun(run, now() + timeoutMs + GRACE_MILLISECONDS, claim)
        : undefined;
      if (existingRun) return resolveExistingRun(existingRun, Infinity, request);
      return execute(run, isStoredFirst, prepared, transport, connection, request);
    },

    list: (key, filter) =>
      runStore.list({ ...filter, account: key.account, user: key.user, apps: key.apps }),
    read: (key, id) => readRun(key, id),

    async result(key, id) {
      const run = await readRun(key, id);
      const result = await runStore.findResult(id);
      if (!result)
        throw new Problem("run_not_found", `No result is stored for run "${id}".`, {
          hint: "Results are stored for 24 hours, and only if they were truncated or the run had an idempotency key.",
        });
      return { run, result };
    },

    async remove(key, id) {
      const run = await readRun(key, id);
      if (!(await runStore.remove(key.account, key.user, id)))
        throw new Problem("request_in_flight", `Run "${run.id}" is in progress.`, {
          hint: "Delete the run after it has finished.",
          headers: { "retry-after": "5" },
        });
    },
  };

  async function readRun(key: ApiKey, id: string): Promise<RunRecord> {
    const run = RUN_ID.test(id) ? await runStore.find(key.account, key.user, id) : undefined;
    if (!run || !keyAllowsApp(key, run.app))
      throw new Problem("run_not_found", `Unknown run ${JSON.stringify(id.slice(0, 100))}.`, {
        hint: "List the runs of the last 30 days: GET /api/v1/runs.",
      });
    return run;
  }
}

const RUN_ID = /^run_[0-9a-f]{32}$/;

/** Creates a run ID that begins with the time, so that IDs sort by time. */
const createRunId = (startedAt: number): string =>
  `run_${startedAt.toString(16).padStart(12, "0")}${crypto.randomUUID().replaceAll("-", "").slice(12)}`;
