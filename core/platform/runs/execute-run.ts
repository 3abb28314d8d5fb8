import { Problem } from "../../http/problem.ts";
import { backoff, jitter } from "../../lib/kit/flow/backoff.ts";
import { parseRetryAfter } from "../../lib/kit/flow/retry-after.ts";
import { InvalidInputError } from "../../lib/kit/input-error.ts";
import {
  exposedHeaders,
  extractErrorMessage,
  missingScopes,
  redactText,
  secretTexts,
} from "../../lib/openapi-tools/index.ts";
import { isOutboundFailure, type OutboundFailure } from "../../ports/outbound.ts";
import type {
  RunAttempt,
  RunFailure,
  RunRecord,
  RunResponse,
} from "../../ports/stores/run-store.ts";
import { failureForOutbound } from "../app-requests/outbound-failure.ts";
import { requestProblem } from "../app-requests/request-problem.ts";
import type { ToolResponse } from "../app-requests/tool-transport.ts";
import { scopeProblem, toolGoneProblem } from "./response-problems.ts";
import type { PreparedRun, RunConnections, RunOutcome } from "./run-service.ts";

/** The dependencies and the timeout of a run. */
export interface ExecuteRunOptions {
  readonly connections: RunConnections;
  /** The time for all attempts together. */
  readonly timeoutMs: number;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 to 1. */
  random(): number;
  wait(milliseconds: number): Promise<void>;
}

/**
 * Sends a tool's request until its outcome is final. It retries a request only if the request
 * changes nothing or the app deduplicates it. It also repeats a request once after a 401 if the
 * credential could be refreshed.
 */
export async function executeRun(
  prepared: PreparedRun,
  started: RunRecord,
  options: ExecuteRunOptions,
): Promise<RunOutcome> {
  const { app, transport } = prepared;
  const { connections, now } = options;
  const deadline = now() + options.timeoutMs;
  const endOptions = { connections, now, timeLeft: () => Math.max(1, deadline - now()) };
  const attempts: RunAttempt[] = [];
  const run: RunRecord = { ...started, attempts };
  let { connection } = prepared;
  let wasRefreshed = false;
  for (;;) {
    const attemptStarted = now();
    const recordAttempt = (outcome: Pick<RunAttempt, "status" | "error">) =>
      attempts.push({
        started: new Date(attemptStarted).toISOString(),
        milliseconds: Math.max(0, Math.round(now() - attemptStarted)),
        ...outcome,
      });
    let response: ToolResponse;
    try {
      response = await transport.send(connection, Math.max(1, deadline - attemptStarted));
    } catch (error) {
      if (error instanceof InvalidInputError) {
        recordAttempt({ error: "upstream_bad_request" });
        return invalidInputOutcome(error, run, now());
      }
      if (!isOutboundFailure(error)) throw error;
      const { failure, wasSent } = failureForOutbound(error.code);
      recordAttempt({ error: failure });
      const pause = retryDelay(attempts.length, options.random);
      if (
        transport.isRepeatable &&
        failure !== "response_too_large" &&
        failure !== "upstream_redirect" &&
        !isBlocked(error) &&
        attempts.length < MAX_ATTEMPTS &&
        now() + pause < deadline
      ) {
        await options.wait(pause);
        continue;
      }
      if (isBlocked(error)) return blockedOutcome(error, run, app.name, now());
      const isUnknown = wasSent && transport.isUnsafe;
      return {
        run: endRun(run, now(), {
          status: isUnknown ? "outcome_unknown" : "failed",
          failure: { code: failure, message: noResponseMessage(error, app.name, isUnknown) },
        }),
      };
    }
    recordAttempt({
      ...(response.status !== undefined && { status: response.status }),
      ...(response.failure && { error: response.failure }),
    });
    if (response.status === 401 && connection) {
      const refreshed = await connections
        .refresh(connection, { wasRefreshed, timeoutMs: deadline - now() })
        .catch(asProblem);
      if (refreshed instanceof Problem)
        return {
          ...(await responseOutcome(response, run, { ...prepared, connection }, endOptions)),
          problem: refreshed,
        };
      if (refreshed !== connection && !wasRefreshed) {
        wasRefreshed = true;
        connection = refreshed;
        continue;
      }
    }
    const seconds = parseRetryAfter(response.headers, now());
    if (
      response.status !== undefined &&
      isTransientStatus(response.status) &&
      transport.isRepeatable &&
      attempts.length < MAX_ATTEMPTS
    ) {
      const pause =
        seconds === undefined ? retryDelay(attempts.length, options.random) : seconds * 1000;
      if (now() + pause < deadline) {
        await options.wait(pause);
        continue;
      }
    }
    return responseOutcome(response, run, { ...prepared, connection }, endOptions);
  }
}

/** The maximum number of attempts for a request, including the first. */
const MAX_ATTEMPTS = 4;

/** The delay before the next attempt: 500 ± 50 % milliseconds after the first, doubled each time. */
const retryDelay = (attempts: number, random: () => number): number =>
  jitter(backoff(attempts, { first: 500 }), 0.5, random());

/** Whether a status reports a temporary condition, so that a retry may succeed. */
const isTransientStatus = (status: number): boolean =>
  status === 425 || status === 429 || status === 502 || status === 503 || status === 504;

const isBlocked = ({ code }: OutboundFailure) =>
  code === "blocked_address" || code === "blocked_url";

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

const noResponseMessage = (error: OutboundFailure, app: string, isUnknown: boolean): string =>
  isUnknown
    ? `${app} sent no usable response, but may have carried out the request. ${error.message} Check the app before you run the tool again.`
    : `${app} sent no usable response. ${error.message}`;

/** Returns the final record of a run. */
const endRun = (
  run: RunRecord,
  at: number,
  changes: Pick<RunRecord, "status" | "failure" | "response" | "next">,
): RunRecord => ({ ...run, ...changes, finished: new Date(at).toISOString() });

const blockedOutcome = (
  error: OutboundFailure,
  run: RunRecord,
  app: string,
  at: number,
): RunOutcome => ({
  run: endRun(run, at, {
    status: "failed",
    failure: { code: "blocked_address", message: noResponseMessage(error, app, false) },
  }),
  problem: new Problem("blocked_address", error.message, {
    hint: "Check the app's address, which must be public. The operator of this service can allow private addresses with OUTBOUND_ALLOW.",
  }),
});

/** The outcome of a run whose file can't be downloaded. Nothing was sent to the app. */
const invalidInputOutcome = (error: InvalidInputError, run: RunRecord, at: number): RunOutcome => ({
  run: endRun(run, at, {
    status: "failed",
    failure: { code: "upstream_bad_request", message: error.message },
  }),
  problem: asProblem(requestProblem(error)),
});

async function responseOutcome(
  { status, headers, result, failure: code, mayBeGone, next }: ToolResponse,
  run: RunRecord,
  { app, tool, connection }: PreparedRun,
  {
    connections,
    now,
    timeLeft,
  }: Pick<ExecuteRunOptions, "connections" | "now"> & { timeLeft(): number },
): Promise<RunOutcome> {
  const { name } = app;
  const { scopes } = tool;
  const response: RunResponse = {
    ...(status !== undefined && { status }),
    headers: exposedHeaders(headers, secretTexts(connection)),
    ...(result.mediaType && { mediaType: result.mediaType }),
    size: result.size,
    isCut: result.isCut,
  };
  const { data } = result;
  const full = result.content === "empty" ? undefined : result.full;
  if (!code)
    return { run: endRun(run, now(), { status: "succeeded", response, next }), data, full };
  const failure: RunFailure = {
    code,
    message: failureMessage(name, status, extractErrorMessage(result.data)),
    retryAfter: parseRetryAfter(headers, now()),
  };
  const neededScopes =
    status === 403 || status === 200
      ? missingScopes(headers.get("www-authenticate"), result.data, scopes)?.map((scope) =>
          redactText(scope, secretTexts(connection)),
        )
      : undefined;
  const outcome = { run: endRun(run, now(), { status: "failed", failure, response }), data, full };
  const isGone =
    mayBeGone && connection && (await connections.isToolGone?.(connection, tool.name, timeLeft()));
  if (isGone) return { ...outcome, problem: toolGoneProblem(app, tool.name) };
  if (!neededScopes || !connection) return outcome;
  const reconnectUrl = await connections.createScopeUpgradeUrl?.(connection, neededScopes);
  return { ...outcome, problem: scopeProblem(name, neededScopes, reconnectUrl) };
}

/**
 * Returns a message such as "GitHub answered 422: Validation Failed." Remote MCP servers have no
 * status.
 */
function failureMessage(app: string, status: number | undefined, detail: string | undefined) {
  const outcome = status === undefined ? "reported an error" : `answered ${status}`;
  if (!detail) return `${app} ${outcome}.`;
  return `${app} ${outcome}: ${detail}${/[.!?]$/.test(detail) ? "" : "."}`;
}
