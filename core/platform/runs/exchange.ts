import { isOutboundFailure, type OutboundFailure } from "../../ports/outbound.ts";
import type {
  Attempt as AttemptRecord,
  RunFailure,
  RunResponse,
  RunStatus,
} from "../../ports/runs.ts";
import { Problem } from "../../problem.ts";
import type { Connected } from "../domain/connected.ts";
import { secretTexts } from "../domain/running/credential.ts";
import {
  type FailureCode,
  failureOfOutbound,
  missingScopes,
  wordsOf,
} from "../domain/running/failure.ts";
import { toldHeaders } from "../domain/running/headers.ts";
import { MOST_ATTEMPTS, mayPass, pauseAfter, retryAfter } from "../domain/running/patience.ts";
import { withoutTexts } from "../domain/running/redact.ts";
import type { Result } from "../domain/running/result.ts";
import type { Answered, Sending } from "./attempt.ts";
import type { ConnectionsForUse } from "./connections-for-use.ts";

/** What came of a run. */
export interface Outcome {
  readonly status: Extract<RunStatus, "succeeded" | "failed" | "outcome_unknown">;
  readonly attempts: readonly AttemptRecord[];
  readonly failure?: RunFailure | undefined;
  readonly response?: RunResponse | undefined;
  readonly result?: Result | undefined;
  readonly next?: Record<string, unknown> | undefined;
  /** What the caller is told in the outcome's place. */
  readonly problem?: Problem | undefined;
}

export interface ExchangeOptions {
  readonly sending: Sending;
  readonly connected: Connected | undefined;
  readonly connections: ConnectionsForUse;
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
export async function exchange(options: ExchangeOptions): Promise<Outcome> {
  const { sending, connections, app, now } = options;
  const until = now() + options.timeoutMs;
  const attempts: AttemptRecord[] = [];
  let connected = options.connected;
  let wasRenewed = false;
  for (;;) {
    const began = now();
    const noted = (about: Pick<AttemptRecord, "status" | "error">) =>
      attempts.push({
        started: new Date(began).toISOString(),
        milliseconds: Math.max(0, Math.round(now() - began)),
        ...about,
      });
    let answered: Answered;
    try {
      answered = await sending.attempt(connected, Math.max(1, until - began));
    } catch (error) {
      if (!isOutboundFailure(error)) throw error;
      const { failure, wasSent } = failureOfOutbound(error.code);
      noted({ error: failure });
      const pause = pauseAfter(attempts.length, options.random());
      if (
        sending.isRepeatable &&
        failure !== "response_too_large" &&
        failure !== "upstream_redirect" &&
        !isBlocked(error) &&
        attempts.length < MOST_ATTEMPTS &&
        now() + pause < until
      ) {
        await options.wait(pause);
        continue;
      }
      return unanswered(error, failure, wasSent && sending.isUnsafe, attempts);
    }
    noted({
      ...(answered.status !== undefined && { status: answered.status }),
      ...(answered.failure && { error: answered.failure }),
    });
    if (answered.status === 401 && connected && !wasRenewed) {
      wasRenewed = true;
      const renewed = await connections.renewed(connected).catch(asProblem);
      if (renewed instanceof Problem)
        return {
          ...(await answeredOutcome(answered, attempts, connected, options)),
          problem: renewed,
        };
      if (renewed !== connected) {
        connected = renewed;
        continue;
      }
    }
    const seconds = retryAfter(answered.headers, now());
    if (
      answered.status !== undefined &&
      mayPass(answered.status) &&
      sending.isRepeatable &&
      attempts.length < MOST_ATTEMPTS
    ) {
      const pause =
        seconds === undefined ? pauseAfter(attempts.length, options.random()) : seconds * 1000;
      if (now() + pause < until) {
        await options.wait(pause);
        continue;
      }
    }
    return answeredOutcome(answered, attempts, connected, options);
  }

  function unanswered(
    error: OutboundFailure,
    code: FailureCode,
    isUnknown: boolean,
    attempts: readonly AttemptRecord[],
  ): Outcome {
    const words = isUnknown
      ? `${app} was asked, but gave no answer: it may have been done or not. ${error.message}`
      : `${app} gave no answer. ${error.message}`;
    const failure = {
      code: isBlocked(error) ? ("blocked_address" as const) : code,
      message: words,
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

async function answeredOutcome(
  { status, headers, result, failure: code, next }: Answered,
  attempts: readonly AttemptRecord[],
  connected: Connected | undefined,
  { app, scopes, connections, now }: ExchangeOptions,
): Promise<Outcome> {
  const response: RunResponse = {
    ...(status !== undefined && { status }),
    headers: toldHeaders(headers, secretTexts(connected)),
    ...(result.mediaType && { mediaType: result.mediaType }),
    size: result.size,
    isCut: result.isCut,
  };
  if (!code) return { status: "succeeded", attempts, response, result, next };
  const words = wordsOf(result.data);
  const said = words ? `: ${/[.!?]$/.test(words) ? words : `${words}.`}` : ".";
  const failure: RunFailure = {
    code,
    message: `${app} answered ${status ?? "that it failed"}${said}`,
    retryAfter: retryAfter(headers, now()),
  };
  const missing =
    status === 403 || status === 200
      ? missingScopes(headers.get("www-authenticate"), result.data, scopes)?.map((scope) =>
          withoutTexts(scope, secretTexts(connected)),
        )
      : undefined;
  if (!missing || !connected) return { status: "failed", attempts, failure, response, result };
  const reconnectUrl = await connections.reconnectUrl?.(connected, missing);
  const problem = new Problem(
    "scope_missing",
    `The connection to ${app} does not allow this${missing.length > 0 ? `: it would need ${missing.join(", ")}` : ""}.`,
    {
      hint: "Connect the app anew, and allow it.",
      mending: { scopes: [...missing], ...(reconnectUrl && { reconnect_url: reconnectUrl }) },
    },
  );
  return { status: "failed", attempts, failure, response, result, problem };
}
