import { Problem } from "../../http/problem.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import type { ConnectionStatus, StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";

/** The `Problem` for a connection that exists but can't be used. `reconnectUrl` restores it. */
export function inactiveProblem(
  { name }: AppRecord,
  { connection: { id, label, status, reason } }: StoredConnection,
  reconnectUrl: string | undefined,
): Problem {
  const url = status === "disabled" ? undefined : reconnectUrl;
  const explanation = reason ? ` ${reason.message}` : "";
  return new Problem(
    "connection_inactive",
    `${name} connection "${label}" (${id}) ${describeStatus(status)}.${explanation}`,
    {
      hint: inactiveHint(id, status, url),
      extensions: { ...(url && { reconnect_url: url }) },
    },
  );
}

function describeStatus(status: ConnectionStatus): string {
  if (status === "disabled") return "is disabled";
  if (status === "pending") return "is waiting for the user to finish connecting";
  if (status === "failed") return "was never completed";
  return "no longer works";
}

function inactiveHint(id: string, status: ConnectionStatus, url: string | undefined): string {
  if (status === "disabled") return "Enable it with updateConnection.";
  if (url) return "Ask the user to open reconnect_url and sign in. The connection keeps its ID.";
  return `Call reconnectConnection for ${id} with an API key that has the "connect" permission.`;
}

/** The `Problem` for an app without a connection. `connectUrl` connects it. */
export const requiredProblem = (
  { name }: AppRecord,
  { user }: ApiKey,
  connectUrl: string | undefined,
): Problem =>
  new Problem(
    "connection_required",
    `${name} is not connected${user === undefined ? "" : ` for end user "${user}"`}.`,
    {
      hint: connectUrl
        ? "Ask the user to open connect_url and sign in. Then run the tool again."
        : 'Call connectApp with an API key that has the "connect" permission.',
      extensions: { ...(connectUrl && { connect_url: connectUrl }) },
    },
  );

/** The `Problem` for a request that matches several connections. */
export const ambiguousProblem = (
  { name }: AppRecord,
  candidates: readonly StoredConnection[],
): Problem =>
  new Problem(
    "connection_ambiguous",
    `${candidates.length} connections to ${name} match: ${candidates
      .map(({ connection: { label, id } }) => `${label} (${id})`)
      .slice(0, 10)
      .join(", ")}.`,
    {
      hint: "Set connection to an ID or a label, or choose a default with updateConnection.",
      extensions: {
        candidates: candidates.slice(0, 20).map(({ connection: { id, label, who } }) => {
          const account = who?.email ?? who?.name ?? who?.id;
          return { id, label, ...(account && { account }) };
        }),
      },
    },
  );
