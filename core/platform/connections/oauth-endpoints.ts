import type { AuthMethod, InputField, OAuthServer } from "../../ports/apps.ts";
import type { Connection } from "../../ports/connection-store.ts";
import { Problem } from "../../problem.ts";
import { fillText, fillUrl, maySendSecretsTo } from "../domain/oauth/url-template.ts";
import type { ConnectionClient } from "./secrets.ts";
import type { TokenEndpoint } from "./token-endpoint.ts";

/** Where a connection's sign-in happens and is renewed. */
export interface OAuthEndpoints {
  readonly authorizationUrl?: string | undefined;
  readonly token: TokenEndpoint;
  readonly refresh: TokenEndpoint;
  readonly revocationUrl?: string | undefined;
  readonly server: OAuthServer;
  readonly resource?: string | undefined;
}

/** The addresses of a connection's authorization server and what it is asked besides, with what was entered filled in (`baseFields` are the app's). Throws the `Problem` "invalid_input" where that can't be. */
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
    if ("wrong" in result)
      throw new Problem("invalid_input", `${result.wrong} can't stand in the app's address.`, {
        errors: [{ pointer: `/${result.wrong}`, detail: "It can't stand in the app's address." }],
      });
    if (!maySendSecretsTo(result.url))
      throw new Problem(
        "invalid_input",
        "The app's sign-in is at an address without TLS, where no secret is sent.",
      );
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

/** The scopes that are asked for: those that were chosen, or the usual ones, with what was entered filled in. */
export const resolveScopes = (
  method: AuthMethod,
  chosen: readonly string[] | undefined,
  entered: Readonly<Record<string, string>>,
): readonly string[] =>
  (
    chosen ?? (method.scopes ?? []).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  ).map((scope) => fillText(scope, entered));
