import { hex, sha256 } from "../../domain/digest.ts";
import type { ApiKey } from "../../ports/accounts.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { KeptResult, RunClaim, RunRecord, Runs } from "../../ports/runs.ts";
import { Problem } from "../../problem.ts";
import { isFor } from "../access/permission.ts";
import type { Connected } from "../domain/connected.ts";
import { secretTexts } from "../domain/running/credential.ts";
import { base64Of } from "../domain/running/file.ts";
import { keptArguments } from "../domain/running/redact.ts";
import { remoteSending } from "../remote/sending.ts";
import { createAllowance } from "./allowance.ts";
import { type Sending, sendingOf } from "./attempt.ts";
import type { ConnectionsForUse } from "./connections-for-use.ts";
import { exchange, type Outcome } from "./exchange.ts";
import { connectionFor, createPreparation, type Found } from "./prepared.ts";
import { createRoom } from "./room.ts";
import { shownAgain } from "./shown.ts";
import { interrupted } from "./tidy.ts";
import type { DoneRun, ToolRuns, WantedRun } from "./tool-runs.ts";

/** What running tools takes. */
export interface ToolRunsOptions {
  readonly store: Runs;
  readonly outbound: Outbound;
  readonly connections: ConnectionsForUse;
  /** Milliseconds since 1970. */
  now(): number;
  /** Told of what went wrong that nobody waits for. */
  fault(error: unknown): void;
  /** From 0 to 1; random by default. */
  random?(): number;
  /** Waits; on the clock by default. */
  wait?(milliseconds: number): Promise<void>;
}

const DAY = 86_400_000;
/** How many large answers are read at once; and how many characters of answers are kept for an account in a day. */
const LARGE_AT_ONCE = 8;
const MOST_KEPT = 500_000_000;
/** How long what apps answered is kept, and idempotency keys. */
const KEEP_RESULTS = DAY;
const KEEP_KEYS = DAY;
/** How long after a run's time is up whoever carries it out is believed to be at it. */
const GRACE_MILLISECONDS = 15_000;

/** Runs tools by these means. */
export function createToolRuns(options: ToolRunsOptions): ToolRuns {
  const {
    store,
    outbound,
    connections,
    now,
    fault,
    random = Math.random,
    wait = (milliseconds) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  } = options;
  const prepare = createPreparation();
  const room = createRoom(LARGE_AT_ONCE);
  const mayKeep = createAllowance(MOST_KEPT, now);
  const stored = <T>(promise: Promise<T>): Promise<T> =>
    promise.catch((cause: unknown) => {
      fault(cause);
      throw new Problem(
        "storage_unavailable",
        "What is kept of runs can't be reached just now: nothing was sent.",
        { cause },
      );
    });

  /** What is known of a run that was asked for before under the same key. */
  const known = async (run: RunRecord, until: number, wanted: WantedRun): Promise<DoneRun> => {
    if (run.status !== "running" && run.status !== "queued")
      return shownAgain(run, await stored(store.result(run.id)), wanted.mostBytes);
    if (until > now())
      throw new Problem(
        "request_in_flight",
        `The run ${run.id} has the same idempotency key, and is being carried out.`,
        { headers: { "retry-after": "1" }, hint: "Ask again in a moment, with the same key." },
      );
    const ended = interrupted(run, now());
    await stored(store.finish(ended, { wasBegun: true }));
    return { run: ended };
  };

  const begun = async (
    run: RunRecord,
    until: number,
    claim: RunClaim | undefined,
  ): Promise<RunRecord | undefined> => {
    const begins = await stored(store.begin(run, { until, now: now(), claim }));
    if (begins.outcome === "other") throw conflict();
    return begins.outcome === "known" ? begins.run : undefined;
  };

  const keep = (run: RunRecord, wasBegun: boolean, outcome: Outcome): Promise<unknown> => {
    const isKept =
      outcome.result &&
      outcome.result.content !== "empty" &&
      (outcome.result.isCut || run.idempotencyKey !== undefined);
    const whole = isKept ? keptOf(outcome.result!.whole) : undefined;
    const result = whole && mayKeep(run.account, whole.data.length) ? whole : undefined;
    // What was done was done: that nothing of it could be kept is the operator's trouble, not the caller's.
    return store
      .finish(run, { wasBegun, result, keepResult: result && now() + KEEP_RESULTS })
      .catch(fault);
  };

  const carryOut = async (
    run: RunRecord,
    wasBegun: boolean,
    { record, tool }: Found,
    sending: Sending,
    connected: Connected | undefined,
    { timeoutMs }: WantedRun,
  ): Promise<DoneRun> => {
    let outcome: Outcome;
    try {
      outcome = await exchange({
        sending,
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
      const ended = interrupted(run, now());
      await store.finish(ended, { wasBegun }).catch(fault);
      throw error;
    }
    const { status, attempts, failure, response, result, next, problem } = outcome;
    const ended: RunRecord = {
      ...run,
      status,
      attempts,
      failure,
      response,
      next,
      finished: new Date(now()).toISOString(),
    };
    await keep(ended, wasBegun, outcome);
    if (problem) throw problem;
    return { run: ended, data: result?.data };
  };

  return {
    async run(key, shelf, wanted) {
      const { tool: name, given, idempotencyKey, timeoutMs, mostBytes } = wanted;
      const found = await prepare(shelf, name, given);
      const { record, tool } = found;
      const claim =
        idempotencyKey === undefined
          ? undefined
          : await claimOf(key, idempotencyKey, wanted, now() + KEEP_KEYS);
      const before = claim && (await stored(store.claimed(claim, now())));
      if (before) {
        if (before.request !== claim.request) throw conflict();
        return known(before.run, before.until, wanted);
      }
      const connected = await connectionFor(key, found, connections, wanted.connection);
      const began = now();
      const id = `run_${began.toString(16).padStart(12, "0")}${crypto.randomUUID().replaceAll("-", "").slice(12)}`;
      const { binding } = tool;
      const sending = binding
        ? await sendingOf(
            outbound,
            { record, tool: { ...tool, binding }, given, connected, onceKey: idempotencyKey ?? id },
            mostBytes,
            room,
          )
        : remoteSending(outbound, { record, tool, given, connected }, mostBytes);
      const run: RunRecord = {
        id,
        account: key.account,
        user: key.user,
        key: key.id,
        app: record.slug,
        tool: name,
        connection: connected?.id.startsWith("conn_") ? connected.id : undefined,
        status: "running",
        isUnsafe: sending.isUnsafe,
        arguments: keptArguments(given, secretTexts(connected)),
        idempotencyKey,
        attempts: [],
        created: new Date(began).toISOString(),
      };
      // A request that changes nothing is written down once it is over: if this process ends before that, nothing is lost but the note.
      const isBegun = sending.isUnsafe || claim !== undefined;
      const other = isBegun
        ? await begun(run, now() + timeoutMs + GRACE_MILLISECONDS, claim)
        : undefined;
      if (other) return known(other, Infinity, wanted);
      return carryOut(run, isBegun, found, sending, connected, wanted);
    },

    list: (key, filter) =>
      stored(store.list({ ...filter, account: key.account, user: key.user, apps: key.apps })),
    read: (key, id) => readRun(key, id),

    async result(key, id) {
      const run = await readRun(key, id);
      const result = await stored(store.result(id));
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
      if (!(await stored(store.remove(key.account, key.user, id))))
        throw new Problem("request_in_flight", `The run ${run.id} is being carried out.`, {
          hint: "Forget it once it is over.",
          headers: { "retry-after": "5" },
        });
    },
  };

  async function readRun(key: ApiKey, id: string): Promise<RunRecord> {
    const run = RUN_ID.test(id) ? await stored(store.run(key.account, key.user, id)) : undefined;
    if (!run || !isFor(key, run.app))
      throw new Problem("run_not_found", `There is no run ${id.slice(0, 100)}.`, {
        hint: "GET /api/v1/runs lists those of the last 30 days.",
      });
    return run;
  }
}

const RUN_ID = /^run_[0-9a-f]{32}$/;

/** A run by its key: whose it is, and what was asked. */
async function claimOf(
  { account, user }: ApiKey,
  idempotencyKey: string,
  { tool, given, connection }: WantedRun,
  keep: number,
): Promise<RunClaim> {
  const [key, request] = await Promise.all([
    digest(JSON.stringify([account, user ?? null, idempotencyKey])),
    digest(canonical([tool, given, connection ?? null])),
  ]);
  return { key, request, keep };
}

const conflict = () =>
  new Problem(
    "idempotency_conflict",
    "The idempotency key was used for another tool, other arguments or another connection.",
    { hint: "Use a new key for a new run." },
  );

const digest = async (text: string): Promise<string> => hex(await sha256(text));

/** JSON with the members of objects in the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** PostgreSQL's texts hold no NUL. */
function keptOf(whole: string | Uint8Array): KeptResult {
  if (typeof whole !== "string") return { encoding: "base64", data: base64Of(whole) };
  return whole.includes("\0")
    ? { encoding: "base64", data: base64Of(new TextEncoder().encode(whole)) }
    : { encoding: "text", data: whole };
}
