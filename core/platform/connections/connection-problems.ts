import { Problem } from "../../http/problem.ts";
import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import type { ConnectionStatus, StoredConnection } from "../../ports/stores/connection-store.ts";
import type { Actor } from "../auth/actor.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { LinkOptions } from "./connection-service.ts";

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
  if (status === "disabled")
    return `Enable it: PATCH /api/v1/connections/${id} with {"enabled": true}.`;
  if (url) return "Ask the user to open reconnect_url and sign in. The connection keeps its ID.";
  return `Reconnect it: POST /api/v1/connections/${id}/reconnect, using an API key that has the "connect" permission.`;
}

/** The `Problem` for an app without a connection. `connectUrl` connects it. */
export const requiredProblem = (
  { name, slug }: AppRecord,
  { user }: Actor,
  connectUrl: string | undefined,
): Problem =>
  new Problem(
    "connection_required",
    `${name} is not connected${user === undefined ? "" : ` for end user "${user}"`}.`,
    {
      hint: connectUrl
        ? "Ask the user to open connect_url and sign in. Then repeat the request."
        : `Connect it with connect_app (POST /api/v1/apps/${slug}/connect), using an API key that has the "connect" permission.`,
      extensions: { ...(connectUrl && { connect_url: connectUrl }) },
    },
  );

/** The `Problem` for a request that matches several connections. */
export const ambiguousProblem = (
  { name }: AppRecord,
  candidates: readonly [StoredConnection, ...StoredConnection[]],
  origin: string,
): Problem =>
  new Problem(
    "connection_ambiguous",
    `${candidates.length} connections to ${name} match: ${candidates
      .map(({ connection: { label, id } }) => `${label} (${id})`)
      .slice(0, 10)
      .join(", ")}.`,
    {
      hint: `Choose one: repeat the request with "connection": "${candidates[0].connection.id}". Or make it the default: PATCH ${origin}/api/v1/connections/${candidates[0].connection.id} with {"default": true}.`,
      extensions: {
        candidates: candidates.slice(0, 20).map(({ connection: { id, label, who } }) => {
          const account = who?.email ?? who?.name ?? who?.id;
          return { id, label, ...(account && { account }) };
        }),
      },
    },
  );

/** The `Problem` for a connection that does not exist or that the key can't access. */
export const notFoundProblem = (id: string) =>
  new Problem("connection_not_found", `Connection "${id.slice(0, 100)}" does not exist.`, {
    hint: "List connections with GET /api/v1/connections (list_connections).",
  });

/** The `Problem` for a connection that was deleted while it was used. */
export const deletedProblem = ({ id }: Pick<DecryptedConnection, "id">): Problem =>
  new Problem("connection_not_found", `Connection "${id}" was deleted.`);

/** The `Problem` for a connection whose secrets belong to another app with the same ID. */
export const otherAppProblem = (
  { connection: { id } }: StoredConnection,
  { slug }: AppRecord,
): Problem =>
  new Problem(
    "connection_inactive",
    `Connection "${id}" belongs to another app with the ID "${slug}".`,
    {
      hint: "Connect this app, remove the custom app (apps remove), or add it under another ID (apps add --as).",
    },
  );

/** The `Problem` for an API key that is bound to another end user. */
export const otherUserProblem = ({ name, user: owner }: Actor, user: string): Problem =>
  new Problem("permission_denied", `API key "${name}" can't connect apps for end user "${user}".`, {
    hint: `Omit user to connect for "${owner}", or use an API key that is not bound to an end user.`,
  });

/**
 * Creates the connect links that resolve a problem with a connection. Each is `undefined` if the
 * API key lacks the "connect" permission.
 */
export interface LinkUrls {
  /** For an app without a connection. */
  createConnectUrl(actor: Actor, app: AppRecord): Promise<string | undefined>;
  /** For a connection that no longer works. `undefined` if it works, or is disabled or revoked. */
  createReconnectUrl(actor: Actor, stored: StoredConnection): Promise<string | undefined>;
  /** For a connection that lacks scopes. */
  createScopeUpgradeUrl(
    actor: Actor,
    id: string,
    scopes: readonly string[],
  ): Promise<string | undefined>;
}

/** Creates a connect link for an existing connection. `expires` is in milliseconds since 1970. */
export const createLinkFor = (
  { links }: Pick<ConnectionDeps, "links">,
  actor: Actor,
  { connection }: StoredConnection,
  { method, scopes, returnUrl }: LinkOptions,
): Promise<{ readonly url: string; readonly expires: number }> =>
  links.create({
    account: connection.account,
    user: connection.user,
    app: connection.app,
    connection: connection.id,
    method,
    scopes,
    returnUrl,
    key: actor.id,
  });

export const createLinkUrls = (deps: Pick<ConnectionDeps, "links" | "store">): LinkUrls => ({
  async createConnectUrl(actor, app) {
    if (!actor.permissions.includes("connect")) return undefined;
    const { url } = await deps.links.create({
      account: actor.account,
      user: actor.user,
      app: app.slug,
      key: actor.id,
    });
    return url;
  },

  async createReconnectUrl(actor, stored) {
    const { status } = stored.connection;
    if (
      !actor.permissions.includes("connect") ||
      status === "active" ||
      status === "revoked" ||
      status === "disabled"
    )
      return undefined;
    return (await createLinkFor(deps, actor, stored, {})).url;
  },

  async createScopeUpgradeUrl(actor, id, extraScopes) {
    const stored = actor.permissions.includes("connect") ? await deps.store.find(id) : undefined;
    if (!stored) return undefined;
    const { scopes, asked } = stored.connection;
    const currentScopes = scopes ?? asked;
    // Keep the current scopes, because a new sign-in replaces the grant. If they are unknown,
    // request the method's defaults.
    const requestedScopes =
      extraScopes.length > 0 && currentScopes
        ? [...new Set([...currentScopes, ...extraScopes])]
        : undefined;
    return (await createLinkFor(deps, actor, stored, { scopes: requestedScopes })).url;
  },
});
