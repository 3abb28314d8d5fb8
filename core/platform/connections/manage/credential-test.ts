import { createSemaphore } from "../../../lib/kit/flow/semaphore.ts";
import { InvalidInputError } from "../../../lib/kit/input-error.ts";
import { resolveMcpEndpoint } from "../../../lib/openapi-tools/call/index.ts";
import type { DecryptedConnection } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord, ToolRecord } from "../../../lib/openapi-tools/index.ts";
import { extractErrorMessage } from "../../../lib/openapi-tools/result/index.ts";
import { isOutboundFailure, type Outbound } from "../../../ports/outbound.ts";
import { openSession } from "../../app-requests/mcp-session.ts";
import { requestProblem } from "../../app-requests/request-problem.ts";
import { createHttpTransport } from "../../app-requests/transport-http.ts";
import type { ResolvedApp } from "../resolved-app.ts";

/** Whether an app accepts credentials. `message` is a sentence for users. */
export type CredentialTestResult =
  | { readonly outcome: "accepted"; readonly message: string }
  | { readonly outcome: "rejected"; readonly message: string }
  /** There is no test for the app, or its response proves nothing. */
  | { readonly outcome: "untested"; readonly wasSent: boolean; readonly message: string };

/**
 * Tests credentials with one read request, within 10 seconds or a shorter timeout. The app's
 * record names the tool; remote MCP servers list their tools. Never changes the connection.
 */
export type TestCredentials = (
  account: string,
  app: ResolvedApp,
  connection: DecryptedConnection,
  timeoutMs?: number,
) => Promise<CredentialTestResult>;

interface CredentialTestOptions {
  readonly outbound: Outbound;
  findTool(account: string, app: ResolvedApp, name: string): Promise<ToolRecord | undefined>;
}

const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 20_000;
const MAX_LARGE_RESPONSES = 4;
const MAX_PER_ACCOUNT = 3;

/** Creates the function that tests credentials. */
export function createCredentialTest({
  outbound,
  findTool,
}: CredentialTestOptions): TestCredentials {
  const semaphore = createSemaphore(MAX_LARGE_RESPONSES, { maxPerHolder: MAX_PER_ACCOUNT });

  const testHttp = async (
    account: string,
    app: ResolvedApp,
    connection: DecryptedConnection,
    timeoutMs: number,
  ): Promise<CredentialTestResult> => {
    const { record } = app;
    const { test } = record;
    const tool = test && (await findTool(account, app, test.tool));
    const binding = tool?.binding;
    // A tool that works without these credentials proves nothing.
    if (!test || !tool || !binding || !tool.auth.includes(connection.method.id))
      return untested(
        false,
        `Jackfield has no test for credentials of ${record.name}, so it sent no request.`,
      );
    const transport = await createHttpTransport(
      {
        outbound,
        acquireSlot: (timeoutMs) => semaphore.acquire({ holder: account, timeoutMs }),
      },
      {
        record,
        tool: { ...tool, binding },
        args: { ...test.arguments },
        connection,
        idempotencyKey: crypto.randomUUID(),
      },
      MAX_BYTES,
    );
    const { status, result, failure } = await transport.send(connection, timeoutMs);
    return judge(record, { status, failure, data: result.data });
  };

  return async (account, app, connection, timeoutMs = TIMEOUT_MILLISECONDS) => {
    const { record } = app;
    const limit = Math.max(1, Math.min(timeoutMs, TIMEOUT_MILLISECONDS));
    try {
      return record.kind === "mcp"
        ? await testMcp(outbound, record, connection, limit)
        : await testHttp(account, app, connection, limit);
    } catch (error) {
      return judgeError(record, error);
    }
  };
}

async function testMcp(
  outbound: Outbound,
  record: AppRecord,
  connection: DecryptedConnection,
  timeoutMs: number,
): Promise<CredentialTestResult> {
  const { url, headers } = resolveMcpEndpoint(record, connection);
  const opened = await openSession({ outbound, url, headers, timeoutMs });
  if ("refusal" in opened)
    return judge(record, { status: opened.refusal.status, failure: "refused", data: undefined });
  try {
    const { status, error, result } = await opened.session.call("tools/list", {});
    // An error of JSON-RPC has status 200, too. It says nothing about the credentials.
    return judge(record, {
      status: error && status === 200 ? undefined : status,
      failure: result ? undefined : "failed",
      data: error,
    });
  } finally {
    await opened.session.close();
  }
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  "unresolvable",
  "unreachable",
  "blocked_url",
  "blocked_address",
]);

const addressHint = (code: string): string =>
  code === "blocked_address"
    ? "Check the address that you entered. The operator of this service can allow private addresses."
    : "Check the address that you entered.";

/** Judges a test without a response. Throws errors that say nothing about the credentials. */
function judgeError({ name, baseFields }: AppRecord, error: unknown): CredentialTestResult {
  if (isOutboundFailure(error)) {
    const message = `${name} did not respond to a test request. ${error.message}`;
    // The user entered a part of the address, so it may be wrong.
    return baseFields.length > 0 && UNREACHABLE.has(error.code)
      ? { outcome: "rejected", message: `${message} ${addressHint(error.code)}` }
      : untested(true, message);
  }
  // The app didn't return a value that the request needs, which proves nothing.
  if (error instanceof InvalidInputError && error.error.rule === "context")
    return untested(false, error.error.message);
  const problem = requestProblem(error);
  if (problem instanceof Error && problem !== error)
    return { outcome: "rejected", message: problem.message };
  throw error;
}

const untested = (wasSent: boolean, message: string): CredentialTestResult => ({
  outcome: "untested",
  wasSent,
  message,
});

/** Some apps respond with 401 to valid credentials with few permissions. */
const LACKS_PERMISSION = /\bmissing (permission|scope)|\b(insufficient|restricted)\b/;

/**
 * Judges the response to a test request. 401 rejects the credentials, as does an error in a
 * response with status 200. Another error can mean that valid credentials lack a permission.
 */
function judge(
  { name, test }: AppRecord,
  {
    status,
    failure,
    data,
  }: {
    readonly status: number | undefined;
    readonly failure: string | undefined;
    readonly data: unknown;
  },
): CredentialTestResult {
  if (!failure) return { outcome: "accepted", message: `${name} accepted the credentials.` };
  const detail = extractErrorMessage(data);
  const suffix = `${status === undefined ? "" : ` (${status})`}${detail ? `: ${detail.replace(/[.!]$/, "")}` : ""}.`;
  const isRejection =
    status === 200 ||
    (status === 401 && !LACKS_PERMISSION.test(JSON.stringify(data ?? "").replaceAll("_", " "))) ||
    (status !== undefined && test?.rejects?.includes(status));
  if (isRejection)
    return { outcome: "rejected", message: `${name} rejected the credentials${suffix}` };
  return untested(true, `${name} responded to a test request with an error${suffix}`);
}
