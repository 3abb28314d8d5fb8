import { Problem } from "../../http/problem.ts";
import { fillText, fillUrl, maySendSecretsTo } from "../../lib/oauth/index.ts";
import type { AuthMethod, InputField, OAuthServer } from "../../lib/openapi-tools/index.ts";
import type { Connection } from "../../ports/connection-store.ts";
import type { ConnectionClient } from "./secrets.ts";
import type { TokenEndpoint } from "./token-endpoint.ts";

/** The endpoints at which a connection signs in, refreshes and revokes. */
export interface OAuthEndpoints {
  readonly authorizationUrl?: string | undefined;
  readonly token: TokenEndpoint;
  readonly refresh: TokenEndpoint;
  readonly revocationUrl?: string | undefined;
  readonly server: OAuthServer;
  readonly resource?: string | undefined;
}

/**
 * Returns the endpoints and parameters of a connection's authorization server, with the entered
 * values filled in. `baseFields` are the app's. Throws the `Problem` "invalid_input" if a value
 * can't be part of a URL, or a URL has no TLS.
 */
export function resolveOAuthEndpoints(
  { server: discovered, fields }: Pick<Connection, "server" | "fields">,
  method: AuthMethod,
  client: Pick<ConnectionClient, "auth" | "id">,
  baseFields: readonly InputField[],
): OAuthEndpoints {
  if (discovered) {
    const server: OAuthServer = {
      tokenUrl: discovered.tokenUrl,
      pkce: true,
      clientAuth: client.auth,
    };
    const token = { url: discovered.tokenUrl, server };
    return {
      authorizationUrl: discovered.authorizationUrl,
      token,
      refresh: token,
      revocationUrl: discovered.revocationUrl,
      server,
      resource: discovered.resource,
    };
  }
  const { oauth } = method;
  if (!oauth) throw new Error(`The method ${method.id} has no OAuth server.`);
  const entered = { ...fields, client_id: client.id };
  const fillParams = (params: Readonly<Record<string, string>> | undefined) =>
    params &&
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, fillText(value, entered)]),
    );
  const server: OAuthServer = {
    ...oauth,
    authorizationParams: fillParams(oauth.authorizationParams),
    tokenParams: fillParams(oauth.tokenParams),
    refreshParams: fillParams(oauth.refreshParams),
  };
  const resolveUrl = (address: string): string => {
    const result = fillUrl(address, entered, [...baseFields, ...method.fields]);
    if ("invalidField" in result)
      throw new Problem(
        "invalid_input",
        `"${result.invalidField}" can't be part of the app's URL.`,
        {
          hint: "Use letters, digits and hyphens.",
          errors: [
            {
              pointer: `/${result.invalidField}`,
              detail: "The value can't be part of the app's URL.",
            },
          ],
        },
      );
    if (!maySendSecretsTo(result.url))
      throw new Problem("invalid_input", "The app's sign-in URL has no TLS.", {
        hint: "Use an https URL. Jackfield never sends secrets without TLS.",
      });
    return result.url;
  };
  return {
    authorizationUrl: server.authorizationUrl && resolveUrl(server.authorizationUrl),
    token: { url: resolveUrl(server.tokenUrl), server },
    refresh: { url: resolveUrl(server.refreshUrl ?? server.tokenUrl), server },
    revocationUrl: server.revocationUrl && resolveUrl(server.revocationUrl),
    server,
  };
}

/**
 * Returns the scopes to request: the chosen ones, or the method's defaults, with entered values
 * filled in.
 */
export const resolveScopes = (
  method: AuthMethod,
  chosen: readonly string[] | undefined,
  entered: Readonly<Record<string, string>>,
): readonly string[] =>
  (
    chosen ?? (method.scopes ?? []).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  ).map((scope) => fillText(scope, entered));
