import { Problem } from "../../../http/problem.ts";
import { requestClientCredentials, resolveScopes } from "../../../lib/oauth/index.ts";
import type { FormValues } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";
import type { Connection, StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { CredentialTestResult } from "../manage/credential-test.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { toConnected, withoutClient } from "../secrets.ts";
import { changesFromTokens, isoTime } from "../stored-connection.ts";
import type { GrantedSecrets } from "./activate-connection.ts";
import { requireEndpoints, resolveClient } from "./oauth-clients.ts";

/**
 * Requests a token with the entered client credentials (RFC 6749, section 4.4). Rejects with the
 * `Problem` "provider_unavailable" if the app rejects them.
 */
export async function grantClientCredentials(
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
  const endpoints = requireEndpoints({ method, fields: plain, client, baseFields });
  const scopes = resolveScopes(method, requestedScopes, plain);
  const response = await requestClientCredentials(deps.fetch, endpoints, client, scopes);
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

/**
 * Tests entered credentials. `undefined` if there is nothing to test: the app has already issued a
 * token, or requires no credentials.
 */
export async function testGranted(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  {
    app,
    method,
    fields,
    context,
    granted: { secrets },
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly fields: FormValues;
    readonly context: Connection["context"];
    readonly granted: GrantedSecrets;
  },
): Promise<CredentialTestResult | undefined> {
  if (method.type === "oauth2_cc" || method.type === "none") return undefined;
  const connected = toConnected(
    { ...connection, fields, context, scopes: undefined },
    method,
    secrets,
  );
  return deps.testCredentials(connection.account, app, connected);
}

/** Records that an active connection was not tested. */
export const withReason = (
  { now }: Pick<ConnectionDeps, "now">,
  granted: GrantedSecrets,
  message: string,
): GrantedSecrets => ({
  ...granted,
  changes: {
    ...granted.changes,
    reason: { code: "not_tested", message, at: isoTime(now()) },
  },
});
