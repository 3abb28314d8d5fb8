import { Problem } from "../../http/problem.ts";
import type { AuthMethod } from "../../lib/openapi-tools/index.ts";
import type {
  Connection,
  DiscoveredServer,
  StoredConnection,
} from "../../ports/connection-store.ts";
import { resolveClient } from "./clients.ts";
import type { FormValues } from "./credential-form.ts";
import { type ConnectionDeps, type ResolvedApp, updateStored } from "./deps.ts";
import { resolveOAuthEndpoints, resolveScopes } from "./oauth-endpoints.ts";
import { changesFromTokens } from "./record-refresh.ts";
import { type ConnectionSecrets, encryptSecrets } from "./secrets.ts";
import { requestTokens } from "./token-endpoint.ts";

/** New secrets of a connection, and the changes that come with them. */
export interface GrantedSecrets {
  readonly secrets: ConnectionSecrets;
  readonly changes?: Partial<Connection> | undefined;
}

/** The properties of the previous sign-in that a new sign-in clears. */
const CLEARED_ON_SIGN_IN = {
  reason: undefined,
  failures: undefined,
  due: undefined,
  expires: undefined,
  refreshed: undefined,
  scopes: undefined,
  server: undefined,
  who: undefined,
} as const;

/**
 * Encrypts and stores the secrets of a new sign-in, which activates the connection. Resolves to
 * `undefined` if the connection was deleted in the meantime.
 */
export async function activateConnection(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  {
    app,
    method,
    fields,
    server,
    granted: { secrets, changes },
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly fields: FormValues;
    readonly server?: DiscoveredServer | undefined;
    readonly granted: GrantedSecrets;
  },
): Promise<StoredConnection | undefined> {
  const { isOwn, base } = app.record;
  const encrypted = await encryptSecrets(
    deps.vault,
    { ...connection, method: method.id, fields, server },
    { ...secrets, own: isOwn && base },
  );
  const saved = await updateStored(deps, connection.id, ({ connection: { status } }) =>
    status === "revoked"
      ? undefined
      : {
          set: {
            ...CLEARED_ON_SIGN_IN,
            ...changes,
            status: "active",
            method: method.id,
            fields,
            server,
          },
          encryptedSecrets: encrypted,
        },
  );
  return saved?.connection.status === "revoked" ? undefined : saved;
}

/**
 * Requests a token with the entered client credentials (RFC 6749, section 4.4). Rejects with the
 * `Problem` "provider_unavailable" if the app rejects them.
 */
export async function requestClientCredentials(
  deps: ConnectionDeps,
  stored: StoredConnection,
  {
    app,
    method,
    plain,
    secret,
    requestedScopes,
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly plain: FormValues;
    readonly secret: FormValues;
    readonly requestedScopes: readonly string[] | undefined;
  },
): Promise<GrantedSecrets> {
  const { name, baseFields } = app.record;
  const client = await resolveClient(deps, app, stored.connection.account, method, {
    entered: { ...plain, ...secret },
  });
  const { token, server } = resolveOAuthEndpoints({ fields: plain }, method, client, baseFields);
  const scopes = resolveScopes(method, requestedScopes, plain);
  const response = await requestTokens(deps, token, client, {
    grant_type: "client_credentials",
    scope: scopes.length > 0 ? scopes.join(server.scopeSeparator ?? " ") : undefined,
    ...server.tokenParams,
  });
  if ("refused" in response) {
    const { error, description } = response.refused;
    throw new Problem(
      "provider_unavailable",
      `${name} rejected the credentials (${error})${description ? `: ${description}` : "."}`,
    );
  }
  const { tokens } = response;
  return {
    secrets: {
      values: { ...withoutClient(secret), access_token: tokens.accessToken },
      client,
    },
    changes: {
      ...changesFromTokens(tokens, deps.now(), stored),
      scopes: tokens.scopes ?? scopes,
    },
  };
}

/** Removes the client's credentials, which are stored apart from those of requests. */
export function withoutClient({
  client_id: _id,
  client_secret: _secret,
  ...values
}: FormValues): FormValues {
  return values;
}
