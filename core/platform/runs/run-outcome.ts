import { Problem } from "../../http/problem.ts";
import { parseRetryAfter } from "../../lib/kit/flow/retry-after.ts";
import type { InvalidInputError } from "../../lib/kit/input-error.ts";
import { secretTexts } from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import {
  exposedHeaders,
  extractErrorMessage,
  type FailureCode,
  missingScopes,
} from "../../lib/openapi-tools/result/index.ts";
import { redactText } from "../../lib/redaction/index.ts";
import type { OutboundFailure } from "../../ports/outbound.ts";
import type { RunFailure, RunRecord, RunResponse } from "../../ports/stores/run-store.ts";
import { requestProblem } from "../app-requests/request-problem.ts";
import type { ToolResponse } from "../app-requests/tool-transport.ts";
import type { PreparedRun, RunConnections, RunOutcome } from "./run-service.ts";

const noResponseMessage = (error: OutboundFailure, app: string, isUnknown: boolean): string =>
  isUnknown
    ? `${app} sent no usable response, but may have carried out the request. ${error.message} Check the app before you run the tool again.`
    : `${app} sent no usable response. ${error.message}`;

/** The outcome of a run to which the app sent no usable response. */
export const noResponseOutcome = (
  error: OutboundFailure,
  run: RunRecord,
  app: string,
  {
    code,
    isUnknown,
    at,
  }: { readonly code: FailureCode; readonly isUnknown: boolean; readonly at: number },
): RunOutcome => ({
  run: endRun(run, at, {
    status: isUnknown ? "outcome_unknown" : "failed",
    failure: { code, message: noResponseMessage(error, app, isUnknown) },
  }),
});

/** Returns the final record of a run. */
const endRun = (
  run: RunRecord,
  at: number,
  changes: Pick<RunRecord, "status" | "failure" | "response" | "next">,
): RunRecord => ({ ...run, ...changes, finished: new Date(at).toISOString() });

/** The outcome of a run whose app has an address that the operator has not allowed. */
export const blockedOutcome = (
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
export const invalidInputOutcome = (
  error: InvalidInputError,
  run: RunRecord,
  at: number,
): RunOutcome => ({
  run: endRun(run, at, {
    status: "failed",
    failure: { code: "upstream_bad_request", message: error.message },
  }),
  problem: asProblem(requestProblem(error)),
});

/** The outcome of a run whose last response is final. */
export async function responseOutcome(
  { status, headers, result, failure: code, mayBeGone, next }: ToolResponse,
  run: RunRecord,
  { app, tool, connection }: PreparedRun,
  {
    connections,
    now,
    timeLeft,
  }: { readonly connections: RunConnections; now(): number; timeLeft(): number },
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

/** Returns the error if it is a `Problem`, and throws any other one. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** The problem for a tool that a remote MCP server has called unknown and no longer lists. */
const toolGoneProblem = ({ name, slug }: AppRecord, tool: string): Problem =>
  new Problem("tool_not_found", `${name} no longer has the tool "${tool}".`, {
    hint: `Its tools have just been listed again. Choose another: find_tools, or GET /api/v1/apps/${slug}/tools.`,
  });

/** The problem for a connection that lacks scopes. `reconnectUrl` grants them. */
function scopeProblem(app: string, scopes: readonly string[], reconnectUrl: string | undefined) {
  const missing = scopes.length > 0 ? `these scopes: ${scopes.join(", ")}` : "a scope";
  return new Problem("scope_missing", `The connection to ${app} lacks ${missing}.`, {
    hint: reconnectUrl
      ? "Ask the user to open reconnect_url and grant the missing scopes."
      : "Ask the user to reconnect the app and grant the missing scopes.",
    extensions: {
      scopes: [...scopes],
      ...(reconnectUrl && { reconnect_url: reconnectUrl }),
    },
  });
}
