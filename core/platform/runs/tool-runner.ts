import {
  digestIdempotencyKey,
  idempotencyConflict,
  requestInFlight,
} from "../../http/idempotency.ts";
import type { Problem } from "../../http/problem.ts";
import { sortableId } from "../../lib/kit/bytes/sortable-id.ts";
import type { RunClaim, RunRecord, RunStore } from "../../ports/stores/run-store.ts";
import { requestProblem } from "../app-requests/request-problem.ts";
import type { Actor } from "../auth/actor.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import { toInterruptedRun } from "./clean-up-runs.ts";
import { type FoundTool, prepareRun, resolveConnection } from "./prepare-run.ts";
import type { RunDeps } from "./run-deps.ts";
import { createRunRecord } from "./run-record.ts";
import type { PreparedRun, RunOutcome, RunRequest } from "./run-service.ts";
import { replayRun } from "./stored-result.ts";

/** Idempotency keys are valid for 24 hours. */
const KEY_RETENTION_MILLISECONDS = 86_400_000;
/** How long after its timeout a run without an outcome still counts as in progress. */
const GRACE_MILLISECONDS = 15_000;

interface ToolRunnerDeps extends RunDeps {
  readonly store: RunStore;
  /** The same store, whose errors are a `Problem`. */
  readonly runStore: RunStore;
  /** Receives storage errors. */
  onError(error: unknown): void;
}

/** Runs tools, at most once for each idempotency key. */
export class ToolRunner {
  readonly #deps: ToolRunnerDeps;

  constructor(deps: ToolRunnerDeps) {
    this.#deps = deps;
  }

  /** See `RunService`. */
  async run(actor: Actor, catalogView: CatalogView, request: RunRequest): Promise<RunOutcome> {
    const { connections, now } = this.#deps;
    const { idempotencyKey } = request;
    const deadline = now() + request.timeoutMs;
    const timeLeft = () => Math.max(1, deadline - now());
    const found = await this.#deps.checkRequest(catalogView, request);
    const claim =
      idempotencyKey === undefined
        ? undefined
        : await createClaim(
            actor,
            idempotencyKey,
            request,
            now() + (request.keepKeyMs ?? KEY_RETENTION_MILLISECONDS),
          );
    const existing = claim && (await this.#deps.runStore.findClaimed(claim, now()));
    if (existing) {
      if (existing.request !== claim.request) throw conflictProblem();
      return this.#resolveExisting(existing.run, existing.until, request);
    }
    const connection = await resolveConnection(actor, found, connections, request, timeLeft());
    const startedAt = now();
    const id = sortableId("run", startedAt);
    const prepared = await this.#prepare(actor, found, {
      request,
      connection,
      idempotencyKey: idempotencyKey ?? id,
    });
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
      ? await this.#begin(run, deadline + GRACE_MILLISECONDS, claim)
      : undefined;
    if (existingRun) return this.#resolveExisting(existingRun, Infinity, request);
    return this.#execute(prepared, run, { wasBegun: isStoredFirst, timeoutMs: timeLeft() });
  }

  #prepare(
    { account }: Actor,
    found: FoundTool,
    inputs: Parameters<typeof prepareRun>[2],
  ): Promise<PreparedRun> {
    const { outbound, publicOutbound, loadComposer, acquireFor } = this.#deps;
    const acquireSlot = acquireFor(account);
    return prepareRun({ outbound, publicOutbound, loadComposer, acquireSlot }, found, inputs);
  }

  /** Returns the outcome of an earlier run with the same idempotency key. */
  async #resolveExisting(run: RunRecord, until: number, request: RunRequest): Promise<RunOutcome> {
    const { runStore, now } = this.#deps;
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
  }

  /** Stores a run before it is sent. Resolves to the earlier run with the same idempotency key. */
  async #begin(
    run: RunRecord,
    until: number,
    claim: RunClaim | undefined,
  ): Promise<RunRecord | undefined> {
    const { runStore, now } = this.#deps;
    const result = await runStore.begin(run, { until, now: now(), claim });
    if (result.outcome === "conflict") throw conflictProblem();
    return result.outcome === "existing" ? result.run : undefined;
  }

  async #execute(
    prepared: PreparedRun,
    run: RunRecord,
    { wasBegun, timeoutMs }: { readonly wasBegun: boolean; readonly timeoutMs: number },
  ): Promise<RunOutcome> {
    const { store, now, onError } = this.#deps;
    let outcome: RunOutcome;
    try {
      outcome = await this.#deps.execute(prepared, run, timeoutMs);
    } catch (error) {
      const endedRun = toInterruptedRun(run, now());
      await store.finish(endedRun, { wasBegun }).catch(onError);
      // A refreshed credential can be one that no header accepts.
      throw requestProblem(error);
    }
    await this.#deps.storeOutcome(outcome, wasBegun);
    if (outcome.problem) throw outcome.problem;
    // The caller needs only a part of the response, so the rest can be released.
    return { run: outcome.run, data: outcome.data };
  }
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
