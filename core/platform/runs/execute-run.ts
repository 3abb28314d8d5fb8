import { Problem } from "../../http/problem.ts";
import { backoff, jitter } from "../../lib/kit/flow/backoff.ts";
import { parseRetryAfter } from "../../lib/kit/flow/retry-after.ts";
import { InvalidInputError } from "../../lib/kit/input-error.ts";
import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import { isOutboundFailure, type OutboundFailure } from "../../ports/outbound.ts";
import type { RunAttempt, RunRecord } from "../../ports/stores/run-store.ts";
import { failureForOutbound } from "../app-requests/outbound-failure.ts";
import type { ToolResponse } from "../app-requests/tool-transport.ts";
import {
  asProblem,
  blockedOutcome,
  invalidInputOutcome,
  noResponseOutcome,
  responseOutcome,
} from "./run-outcome.ts";
import type { PreparedRun, RunConnections, RunOutcome } from "./run-service.ts";

/** The dependencies and the timeout of a run. */
interface ExecuteRunOptions {
  readonly connections: RunConnections;
  /** The time for all attempts together. */
  readonly timeoutMs: number;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 to 1. */
  random(): number;
  wait(milliseconds: number): Promise<void>;
}

/** The maximum number of attempts for a request, including the first. */
const MAX_ATTEMPTS = 4;

/**
 * Sends a tool's request until its outcome is final. It retries a request only if the request
 * changes nothing or the app deduplicates it. It also repeats a request once after a 401 if the
 * credential could be refreshed.
 */
export class RunExecution {
  readonly #prepared: PreparedRun;
  readonly #options: ExecuteRunOptions;
  readonly #deadline: number;
  readonly #attempts: RunAttempt[] = [];
  readonly #run: RunRecord;
  #connection: DecryptedConnection | undefined;
  #wasRefreshed = false;

  constructor(prepared: PreparedRun, started: RunRecord, options: ExecuteRunOptions) {
    this.#prepared = prepared;
    this.#options = options;
    this.#deadline = options.now() + options.timeoutMs;
    this.#run = { ...started, attempts: this.#attempts };
    this.#connection = prepared.connection;
  }

  async execute(): Promise<RunOutcome> {
    const { now, wait } = this.#options;
    for (;;) {
      const startedAt = now();
      let response: ToolResponse;
      try {
        response = await this.#prepared.transport.send(
          this.#connection,
          Math.max(1, this.#deadline - startedAt),
        );
      } catch (error) {
        const next = this.#afterError(error, startedAt);
        if (typeof next !== "number") return next;
        await wait(next);
        continue;
      }
      this.#recordAttempt(startedAt, {
        ...(response.status !== undefined && { status: response.status }),
        ...(response.failure && { error: response.failure }),
      });
      if (response.status === 401 && this.#connection) {
        const refreshed = await this.#refresh(this.#connection);
        if (refreshed instanceof Problem)
          return { ...(await this.#end(response)), problem: refreshed };
        if (refreshed) continue;
      }
      const pause = this.#pauseAfter(response);
      if (pause === undefined) return this.#end(response);
      await wait(pause);
    }
  }

  #recordAttempt(startedAt: number, outcome: Pick<RunAttempt, "status" | "error">): void {
    this.#attempts.push({
      started: new Date(startedAt).toISOString(),
      milliseconds: Math.max(0, Math.round(this.#options.now() - startedAt)),
      ...outcome,
    });
  }

  /** Returns the milliseconds until the next attempt, or the outcome if there is none. */
  #afterError(error: unknown, startedAt: number): number | RunOutcome {
    const { now } = this.#options;
    const { app, transport } = this.#prepared;
    if (error instanceof InvalidInputError) {
      this.#recordAttempt(startedAt, { error: "upstream_bad_request" });
      return invalidInputOutcome(error, this.#run, now());
    }
    if (!isOutboundFailure(error)) throw error;
    const { failure: code, wasSent } = failureForOutbound(error.code);
    this.#recordAttempt(startedAt, { error: code });
    if (isBlocked(error)) return blockedOutcome(error, this.#run, app.name, now());
    const isRetryable = code !== "response_too_large" && code !== "upstream_redirect";
    const pause = isRetryable ? this.#pauseBeforeRetry(undefined) : undefined;
    if (pause !== undefined) return pause;
    const isUnknown = wasSent && transport.isUnsafe;
    return noResponseOutcome(error, this.#run, app.name, { code, isUnknown, at: now() });
  }

  /**
   * Refreshes the credential that the app rejected. Resolves to whether the request can be repeated
   * with another one, or to the `Problem` of a connection that no longer works.
   */
  async #refresh(connection: DecryptedConnection): Promise<Problem | boolean> {
    const { connections, now } = this.#options;
    const refreshed = await connections
      .refresh(connection, {
        wasRefreshed: this.#wasRefreshed,
        timeoutMs: this.#deadline - now(),
      })
      .catch(asProblem);
    if (refreshed instanceof Problem) return refreshed;
    if (refreshed === connection || this.#wasRefreshed) return false;
    this.#wasRefreshed = true;
    this.#connection = refreshed;
    return true;
  }

  /** The milliseconds until the next attempt. `undefined` if the response is final. */
  #pauseAfter({ status, headers }: ToolResponse): number | undefined {
    if (status === undefined || !isTransientStatus(status)) return undefined;
    const seconds = parseRetryAfter(headers, this.#options.now());
    return this.#pauseBeforeRetry(seconds === undefined ? undefined : seconds * 1000);
  }

  /** `undefined` if the request must not be repeated, or the time doesn't suffice. */
  #pauseBeforeRetry(requested: number | undefined): number | undefined {
    const { now, random } = this.#options;
    const { length } = this.#attempts;
    if (!this.#prepared.transport.isRepeatable || length >= MAX_ATTEMPTS) return undefined;
    const pause = requested ?? retryDelay(length, random);
    return now() + pause < this.#deadline ? pause : undefined;
  }

  #end(response: ToolResponse): Promise<RunOutcome> {
    const { connections, now } = this.#options;
    return responseOutcome(
      response,
      this.#run,
      { ...this.#prepared, connection: this.#connection },
      { connections, now, timeLeft: () => Math.max(1, this.#deadline - now()) },
    );
  }
}

/** The delay before the next attempt: 500 ± 50 % milliseconds after the first, doubled each time. */
const retryDelay = (attempts: number, random: () => number): number =>
  jitter(backoff(attempts, { first: 500 }), 0.5, random());

/** Whether a status reports a temporary condition, so that a retry may succeed. */
const isTransientStatus = (status: number): boolean =>
  status === 425 || status === 429 || status === 502 || status === 503 || status === 504;

const isBlocked = ({ code }: OutboundFailure) =>
  code === "blocked_address" || code === "blocked_url";
