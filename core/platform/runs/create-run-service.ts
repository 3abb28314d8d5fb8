import { hex, sha256 } from "../../domain/digest.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunClaim, RunRecord, RunStore, StoredResult } from "../../ports/run-store.ts";
import { Problem } from "../../problem.ts";
import { keyAllowsApp } from "../auth/permission.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import { secretTexts } from "../domain/running/credentials.ts";
import { encodeBase64 } from "../domain/running/file.ts";
import { redactArguments } from "../domain/running/redact.ts";
import { createMcpTransport } from "../remote/mcp-transport.ts";
import { toInterruptedRun } from "./clean-up-runs.ts";
import { createDailyQuota } from "./daily-quota.ts";
import { executeRun, type RunOutcome } from "./execute-run.ts";
import { createRunPreparer, type PreparedRun, resolveConnection } from "./prepare-run.ts";
import { replayRun } from "./replay-run.ts";
import type { RunConnections } from "./run-connections.ts";
import type { CompletedRun, RunRequest, RunService } from "./run-service.ts";
import { createSemaphore } from "./semaphore.ts";
import { createHttpTransport, type ToolTransport } from "./tool-transport.ts";

/** What running tools takes. */
export interface RunServiceOptions {
  readonly store: RunStore;
  readonly outbound: Outbound;
  readonly connections: RunConnections;
  /** Milliseconds since 1970. */
  now(): number;
  /** Told of what went wrong that nobody waits for. */
  onError(error: unknown): void;
  /** From 0 to 1; random by default. */
  random?(): number;
  /** Waits; on the clock by default. */
  wait?(milliseconds: number): Promise<void>;
}

const DAY = 86_400_000;
/** How many large answers are read at once; and how many characters of answers are kept for an account in a day. */
const MAX_LARGE_RESPONSES = 8;
const MAX_STORED_CHARACTERS = 500_000_000;
/** How long what apps answered is kept, and idempotency keys. */
const RESULT_RETENTION = DAY;
const KEY_RETENTION = DAY;
/** How long after a run's time is up whoever carries it out is believed to be at it. */
const GRACE_MILLISECONDS = 15_000;

/** Runs tools by these means. */
export function createRunService(options: RunServiceOptions): RunService {
  const {
    store,
    outbound,
    connections,
    now,
    onError,
    random = Math.random,
    wait = (milliseconds) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  } = options;
  const prepareRun = createRunPreparer();
  const semaphore = createSemaphore(MAX_LARGE_RESPONSES);
  const takeQuota = createDailyQuota(MAX_STORED_CHARACTERS, now);
  const withUnavailableErrors = <T>(promise: Promise<T>): Promise<T> =>
    promise.catch((cause: unknown) => {
      onError(cause);
      throw new Problem(
        "storage_unavailable",
        "What is kept of runs can't be reached just now: nothing was sent.",
        { cause },
      );
    });

  /** What is known of a run that was asked for before under the same key. */
  const resolveExistingRun = async (
    run: RunRecord,
    until: number,
    request: RunRequest,
  ): Promise<CompletedRun> => {
    if (run.status !== "running" && run.status !== "queued")
      return replayRun(
        run,
        await withUnavailableErrors(store.findResult(run.id)),
        request.maxBytes,
      );
    if (until > now())
      throw new Problem(
        "request_in_flight",
        `The run ${run.id} has the same idempotency key, and is being carried out.`,
        { headers: { "retry-after": "1" }, hint: "Ask again in a moment, with the same key." },
      );
    const endedRun = toInterruptedRun(run, now());
    await withUnavailableErrors(store.finish(endedRun, { wasBegun: true }));
    return { run: endedRun };
  };

  const beginRun = async (
    run: RunRecord,
    until: number,
    claim: RunClaim | undefined,
  ): Promise<RunRecord | undefined> => {
    const result = await withUnavailableErrors(store.begin(run, { until, now: now(), claim }));
    if (result.outcome === "conflict") throw idempotencyConflict();
    return result.outcome === "existing" ? result.run : undefined;
  };

  const storeOutcome = (
    run: RunRecord,
    wasBegun: boolean,
    outcome: RunOutcome,
  ): Promise<unknown> => {
    const shouldStore =
      outcome.result &&
      outcome.result.content !== "empty" &&
      (outcome.result.isCut || run.idempotencyKey !== undefined);
    const fullResult = shouldStore ? toStoredResult(outcome.result!.full) : undefined;
    const result =
      fullResult && takeQuota(run.account, fullResult.data.length) ? fullResult : undefined;
    // What was done was done: that nothing of it could be kept is the operator's trouble, not the caller's.
    return store
      .finish(run, { wasBegun, result, keepResult: result && now() + RESULT_RETENTION })
      .catch(onError);
  };

  const execute = async (
    run: RunRecord,
    wasBegun: boolean,
    { record, tool }: PreparedRun,
    transport: ToolTransport,
    connected: DecryptedConnection | undefined,
    { timeoutMs }: RunRequest,
  ): Promise<CompletedRun> => {
    let outcome: RunOutcome;
    try {
      outcome = await executeRun({
        transport,
        connected,
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
      throw error;
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
      const { tool: name, input, idempotencyKey, timeoutMs, maxBytes: mostBytes } = request;
      const prepared = await prepareRun(catalogView, name, input);
      const { record, tool } = prepared;
      const claim =
        idempotencyKey === undefined
          ? undefined
          : await createClaim(key, idempotencyKey, request, now() + KEY_RETENTION);
      const existing = claim && (await withUnavailableErrors(store.findClaimed(claim, now())));
      if (existing) {
        if (existing.request !== claim.request) throw idempotencyConflict();
        return resolveExistingRun(existing.run, existing.until, request);
      }
      const connected = await resolveConnection(key, prepared, connections, request.connection);
      const startedAt = now();
      const id = `run_${startedAt.toString(16).padStart(12, "0")}${crypto.randomUUID().replaceAll("-", "").slice(12)}`;
      const { binding } = tool;
      const transport = binding
        ? await createHttpTransport(
            outbound,
            {
              record,
              tool: { ...tool, binding },
              args: input,
              connection: connected,
              idempotencyKey: idempotencyKey ?? id,
            },
            mostBytes,
            semaphore,
          )
        : createMcpTransport(outbound, { record, tool, input, connected }, mostBytes);
      const run: RunRecord = {
        id,
        account: key.account,
        user: key.user,
        key: key.id,
        app: record.slug,
        tool: name,
        connection: connected?.id.startsWith("conn_") ? connected.id : undefined,
        status: "running",
        isUnsafe: transport.isUnsafe,
        arguments: redactArguments(input, secretTexts(connected)),
        idempotencyKey,
        attempts: [],
        created: new Date(startedAt).toISOString(),
      };
      // A request that changes nothing is written down once it is over: if this process ends before that, nothing is lost but the note.
      const isRecorded = transport.isUnsafe || claim !== undefined;
      const existingRun = isRecorded
        ? await beginRun(run, now() + timeoutMs + GRACE_MILLISECONDS, claim)
        : undefined;
      if (existingRun) return resolveExistingRun(existingRun, Infinity, request);
      return execute(run, isRecorded, prepared, transport, connected, request);
    },

    list: (key, filter) =>
      withUnavailableErrors(
        store.list({ ...filter, account: key.account, user: key.user, apps: key.apps }),
      ),
    read: (key, id) => readRun(key, id),

    async result(key, id) {
      const run = await readRun(key, id);
      const result = await withUnavailableErrors(store.findResult(id));
      if (!result)
        throw new Problem(
          "run_not_found",
          `Nothing is kept of what was answered to the run ${id}.`,
          {
            hint: "Answers are kept for a day, and only those that runTool has not given whole, and those of runs with an idempotency key.",
          },
        );
      return { run, result };
    },

    async remove(key, id) {
      const run = await readRun(key, id);
      if (!(await withUnavailableErrors(store.remove(key.account, key.user, id))))
        throw new Problem("request_in_flight", `The run ${run.id} is being carried out.`, {
          hint: "Forget it once it is over.",
          headers: { "retry-after": "5" },
        });
    },
  };

  async function readRun(key: ApiKey, id: string): Promise<RunRecord> {
    const run = RUN_ID.test(id)
      ? await withUnavailableErrors(store.find(key.account, key.user, id))
      : undefined;
    if (!run || !keyAllowsApp(key, run.app))
      throw new Problem("run_not_found", `There is no run ${id.slice(0, 100)}.`, {
        hint: "GET /api/v1/runs lists those of the last 30 days.",
      });
    return run;
  }
}

const RUN_ID = /^run_[0-9a-f]{32}$/;

/** A run by its key: whose it is, and what was asked. */
async function createClaim(
  { account, user }: ApiKey,
  idempotencyKey: string,
  { tool, input, connection }: RunRequest,
  keepUntil: number,
): Promise<RunClaim> {
  const [key, request] = await Promise.all([
    digest(JSON.stringify([account, user ?? null, idempotencyKey])),
    digest(canonicalJson([tool, input, connection ?? null])),
  ]);
  return { key, request, keep: keepUntil };
}

const idempotencyConflict = () =>
  new Problem(
    "idempotency_conflict",
    "The idempotency key was used for another tool, other arguments or another connection.",
    { hint: "Use a new key for a new run." },
  );

const digest = async (text: string): Promise<string> => hex(await sha256(text));

/** JSON with the members of objects in the order of their names. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** PostgreSQL's texts hold no NUL. */
function toStoredResult(whole: string | Uint8Array): StoredResult {
  if (typeof whole !== "string") return { encoding: "base64", data: encodeBase64(whole) };
  return whole.includes("\0")
    ? { encoding: "base64", data: encodeBase64(new TextEncoder().encode(whole)) }
    : { encoding: "text", data: whole };
}
