import { resolveWithin } from "../../lib/kit/flow/sleep.ts";
import { runInSlices, type Steps } from "../../lib/kit/flow/slices.ts";
import { resolveMcpEndpoint } from "../../lib/openapi-tools/call/index.ts";
import { toPlainText } from "../../lib/openapi-tools/compile/index.ts";
import {
  type DecryptedConnection,
  secretTexts,
} from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import { extractErrorMessage } from "../../lib/openapi-tools/result/index.ts";
import { redactValue } from "../../lib/redaction/index.ts";
import { isOutboundFailure, type Outbound } from "../../ports/outbound.ts";
import type { StoredConnection } from "../../ports/stores/connection-store.ts";
import type { McpResponse } from "../app-requests/mcp-response.ts";
import { requestProblem } from "../app-requests/request-problem.ts";
import type { ConnectionDeps } from "../connections/connection-deps.ts";
import type { RefreshConnection } from "../connections/refresh/refresh.ts";
import { belongsToApp, decryptSecrets, toConnected } from "../connections/secrets.ts";
import { type ListingLimit, listRemoteTools } from "./list-remote-tools.ts";

export interface RequestToolsDeps extends Pick<ConnectionDeps, "vault" | "now"> {
  readonly outbound: Outbound;
  readonly refresh: RefreshConnection;
}

/** The results of `tools/list`, or the reason why there are none. */
export type RequestedTools =
  | {
      readonly tools: readonly unknown[];
      readonly stoppedBy?: ListingLimit | undefined;
      /** The number of tools that were left out because they are too large. */
      readonly large: number;
    }
  /** A sentence for users, without secrets. */
  | { readonly failure: string };

/** A token with no more time left than this is refreshed before it is sent. */
const REFRESH_BEFORE_MILLISECONDS = 30_000;
const REFRESH_TIMEOUT_MILLISECONDS = 15_000;
const MAX_DETAIL_LENGTH = 200;

/** The length of a tool as JSON, in UTF-16 units. Compiling a longer one would block other work. */
const MAX_TOOL_LENGTH = 100_000;

/**
 * Lists the tools of a remote MCP server with a connection. It refreshes a token that has expired
 * or that the server rejects, and never changes the status of the connection for another reason.
 */
export async function requestTools(
  deps: RequestToolsDeps,
  record: AppRecord,
  stored: StoredConnection,
): Promise<RequestedTools> {
  const { name } = record;
  try {
    const connected = await decryptConnection(deps, record, stored);
    if (!connected)
      return { failure: `The connection no longer works with ${name}. Reconnect it.` };
    const listed = await listWith(deps, record, connected);
    const isRejected = "refusal" in listed && listed.refusal.status === 401;
    const renewed = isRejected ? await renew(deps, record, stored, connected) : undefined;
    const result = renewed ? await listWith(deps, record, renewed) : listed;
    const secrets = secretTexts(renewed ?? connected);
    if ("refusal" in result) return { failure: describeRefusal(name, result.refusal, secrets) };
    const tools = await runInSlices(redactInSteps(result.tools, secrets));
    const large = result.tools.length - tools.length;
    return { tools, stoppedBy: result.stoppedBy, large };
  } catch (error) {
    if (isOutboundFailure(error))
      return { failure: `${name} did not list its tools. ${error.message}` };
    const problem = requestProblem(error);
    if (problem instanceof Error && problem !== error) return { failure: problem.message };
    throw error;
  }
}

/** Removes tools that are too large, and the credential, which a server may repeat in its texts. */
function* redactInSteps(
  tools: readonly unknown[],
  secrets: readonly string[],
): Steps<readonly unknown[]> {
  const redacted: unknown[] = [];
  for (const tool of tools) {
    if (JSON.stringify(tool).length <= MAX_TOOL_LENGTH) redacted.push(redactValue(tool, secrets));
    yield;
  }
  return redacted;
}

const listWith = (
  { outbound }: RequestToolsDeps,
  record: AppRecord,
  connected: DecryptedConnection,
) => listRemoteTools(outbound, resolveMcpEndpoint(record, connected));

async function decryptConnection(
  deps: RequestToolsDeps,
  record: AppRecord,
  stored: StoredConnection,
): Promise<DecryptedConnection | undefined> {
  const { connection } = stored;
  const method = record.methods.find(({ id }) => id === connection.method);
  const secrets = (await decryptSecrets(deps.vault, stored)) ?? { values: {} };
  if (!method || !belongsToApp(secrets, record)) return undefined;
  const connected = toConnected(connection, method, secrets);
  const { expires } = connection;
  const isExpiring =
    expires !== undefined && Date.parse(expires) - deps.now() <= REFRESH_BEFORE_MILLISECONDS;
  return (isExpiring && (await renew(deps, record, stored, connected))) || connected;
}

/** Refreshes the access token. Resolves to `undefined` if it stays the same. */
async function renew(
  { refresh }: RequestToolsDeps,
  record: AppRecord,
  { connection: { id, account } }: StoredConnection,
  connected: DecryptedConnection,
): Promise<DecryptedConnection | undefined> {
  const staleToken = connected.secrets["access_token"];
  if (staleToken === undefined || connected.method.type === "bearer") return undefined;
  const refreshed = await resolveWithin(
    refresh(id, staleToken, "use", account),
    REFRESH_TIMEOUT_MILLISECONDS,
    undefined,
  );
  if (refreshed?.outcome !== "refreshed") return undefined;
  const { connection } = refreshed.stored;
  const method = record.methods.find((each) => each.id === connection.method);
  return method && toConnected(connection, method, refreshed.secrets);
}

/** Describes why a server listed no tools. Its own text is one line without secrets. */
function describeRefusal(
  name: string,
  { status, error }: McpResponse,
  secrets: readonly string[],
): string {
  if (status === 401) return `${name} rejected the credentials when its tools were listed (401).`;
  // Redacted first, because the message may be cut inside of a secret.
  const detail = toPlainText(
    extractErrorMessage(redactValue(error, secrets)) ?? "",
    MAX_DETAIL_LENGTH,
  );
  const code = status >= 400 ? ` (${status})` : "";
  return `${name} did not list its tools${code}${detail ? `: ${detail.replace(/[.!]$/, "")}` : ""}.`;
}
