import { isOutboundFailure, type OutboundFailure } from "../../ports/outbound.ts";
import type {
  RunAttempt as AttemptRecord,
  RunFailure,
  RunResponse,
  RunStatus,
} from "../../ports/run-store.ts";
import { Problem } from "../../problem.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import { secretTexts } from "../domain/running/credentials.ts";
import { exposedHeaders } from "../domain/running/exposed-headers.ts";
import {
  extractErrorMessage,
  type FailureCode,
  failureForOutbound,
  missingScopes,
} from "../domain/running/failure.ts";
import { redactText } from "../domain/running/redact.ts";
import type { ToolResult } from "../domain/running/result.ts";
import {
  isTransientStatus,
  MAX_ATTEMPTS,
  parseRetryAfter,
  retryDelay,
} from "../domain/running/retry-policy.ts";
import type { RunConnections } from "./run-connections.ts";
import type { ToolResponse, ToolTransport } from "./tool-transport.ts";

/** What came of a run. */
export interface RunOutcome {
  readonly status: Extract<RunStatus, "succeeded" | "failed" | "outcome_unknown">;
  readonly attempts: readonly AttemptRecord[];
  readonly failure?: RunFailure | undefined;
  readonly response?: RunResponse | undefined;
  readonly result?: ToolResult | undefined;
  readonly next?: Record<string, unknown> | undefined;
  /** What the caller is told in the outcome's place. */
  readonly problem?: Problem | undefined;
}

export interface ExecuteRunOptions {
  readonly transport: ToolTransport;
  readonly connected: DecryptedConnection | undefined;
  readonly connections: RunConnections;
  /** What the app is called. */
  readonly app: string;
  /** The scopes that the tool says it needs. */
  readonly scopes: readonly string[];
  readonly timeoutMs: number;
  now(): number;
  /** From 0 to 1. */
  random(): number;
  wait(milliseconds: number): Promise<void>;
}

/**
 * Sends a tool's request until something final comes of it. Sent again is only what changes nothing, or what the app does
 * once; and, once, what was refused for a credential that could be renewed.
 */
export async function executeRun(options: ExecuteRunOptions): Promise<RunOutcome> {
  const { transport, connections, app, now } = options;
  const deadline = now() + options.timeoutMs;
  const attempts: AttemptRecord[] = [];
  let connected = options.connected;
  let wasRefreshed = false;
  for (;;) {
    const attemptStarted = now();
    const recordAttempt = (outcome: Pick<AttemptRecord, "status" | "error">) =>
      attempts.push({
        started: new Date(attemptStarted).toISOString(),
        milliseconds: Math.max(0, Math.round(now() - attemptStarted)),
        ...outcome,
      });
    let response: ToolResponse;
    try {
      response = await transport.send(connected, Math.max(1, deadline - attemptStarted));
    } catch (error) {
      if (!isOutboundFailure(error)) throw error;
      const { failure, wasSent } = failureForOutbound(error.code);
      recordAttempt({ error: failure });
      const pause = retryDelay(attempts.length, options.random());
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
      return noResponseOutcome(error, failure, wasSent && transport.isUnsafe, attempts);
    }
    recordAttempt({
      ...(response.status !== undefined && { status: response.status }),
      ...(response.failure && { error: response.failure }),
    });
    if (response.status === 401 && connected && !wasRefreshed) {
      wasRefreshed = true;
      const refreshed = await connections.refresh(connected).catch(asProblem);
      if (refreshed instanceof Problem)
        return {
          ...(await responseOutcome(response, attempts, connected, options)),
          problem: refreshed,
        };
      if (refreshed !== connected) {
        connected = refreshed;
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
        seconds === undefined ? retryDelay(attempts.length, options.random()) : seconds * 1000;
      if (now() + pause < deadline) {
        await options.wait(pause);
        continue;
      }
    }
    return responseOutcome(response, attempts, connected, options);
  }

  function noResponseOutcome(
    error: OutboundFailure,
    code: FailureCode,
    isUnknown: boolean,
    attempts: readonly AttemptRecord[],
  ): RunOutcome {
    const message = isUnknown
      ? `${app} was asked, but gave no answer: it may have been done or not. ${error.message}`
      : `${app} gave no answer. ${error.message}`;
    const failure = {
      code: isBlocked(error) ? ("blocked_address" as const) : code,
      message: message,
    };
    if (!isBlocked(error))
      return { status: isUnknown ? "outcome_unknown" : "failed", attempts, failure };
    const problem = new Problem("blocked_address", error.message, {
      hint: "Only public addresses are reached. The person who runs this service can allow others of their own network: OUTBOUND_ALLOW.",
    });
    return { status: "failed", attempts, failure, problem };
  }
}

const isBlocked = ({ code }: OutboundFailure) =>
  code === "blocked_address" || code === "blocked_url";

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

async function responseOutcome(
  { status, headers, result, failure: code, next }: ToolResponse,
  attempts: readonly AttemptRecord[],
  connected: DecryptedConnection | undefined,
  { app, scopes, connections, now }: ExecuteRunOptions,
): Promise<RunOutcome> {
  const response: RunResponse = {
    ...(status !== undefined && { status }),
    headers: exposedHeaders(headers, secretTexts(connected)),
    ...(result.mediaType && { mediaType: result.mediaType }),
    size: result.size,
    isCut: result.isCut,
  };
  if (!code) return { status: "succeeded", attempts, response, result, next };
  const detail = extractErrorMessage(result.data);
  const suffix = detail ? `: ${/[.!?]$/.test(detail) ? detail : `${detail}.`}` : ".";
  const failure: RunFailure = {
    code,
    message: `${app} answered ${status ?? "that it failed"}${suffix}`,
    retryAfter: parseRetryAfter(headers, now()),
  };
  const neededScopes =
    status === 403 || status === 200
      ? missingScopes(headers.get("www-authenticate"), result.data, scopes)?.map((scope) =>
          redactText(scope, secretTexts(connected)),
        )
      : undefined;
  if (!neededScopes || !connected) return { status: "failed", attempts, failure, response, result };
  const reconnectUrl = await connections.createScopeUpgradeUrl?.(connected, neededScopes);
  const problem = new Problem(
    "scope_missing",
    `The connection to ${app} does not allow this${neededScopes.length > 0 ? `: it would need ${neededScopes.join(", ")}` : ""}.`,
    {
      hint: "Connect the app anew, and allow it.",
      extensions: {
        scopes: [...neededScopes],
        ...(reconnectUrl && { reconnect_url: reconnectUrl }),
      },
    },
  );
  return { status: "failed", attempts, failure, response, result, problem };
}
