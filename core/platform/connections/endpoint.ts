import type { AuthMethod, Field, OAuthServer } from "../../ports/apps.ts";
import type { Connection } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";
import { filled, filledText, maySendSecretsTo } from "../domain/oauth/address.ts";
import type { TokenEndpoint } from "./ask.ts";
import type { ClientUsed } from "./secrets.ts";

/** Where a connection's sign-in happens and is renewed. */
export interface SignInPlace {
  readonly authorizationUrl?: string | undefined;
  readonly token: TokenEndpoint;
  readonly refresh: TokenEndpoint;
  readonly revocationUrl?: string | undefined;
  readonly server: OAuthServer;
  readonly resource?: string | undefined;
}

/** The addresses of a connection's authorization server and what it is asked besides, with what was entered filled in (`baseFields` are the app's). Throws the `Problem` "invalid_input" where that can't be. */
export function placeOf(
  { server: found, fields }: Pick<Connection, "server" | "fields">,
  method: AuthMethod,
  client: Pick<ClientUsed, "auth" | "id">,
  baseFields: readonly Field[],
): SignInPlace {
  if (found) {
    const server: OAuthServer = { tokenUrl: found.tokenUrl, pkce: true, clientAuth: client.auth };
    const token = { url: found.tokenUrl, server };
    return {
      authorizationUrl: found.authorizationUrl,
      token,
      refresh: token,
      revocationUrl: found.revocationUrl,
      server,
      resource: found.resource,
    };
  }
  const { oauth } = method;
  if (!oauth) throw new Error(`The method ${method.id} has no OAuth server.`);
  const entered = { ...fields, client_id: client.id };
  const put = (params: Readonly<Record<string, string>> | undefined) =>
    params &&
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, filledText(value, entered)]),
    );
  const server: OAuthServer = {
    ...oauth,
    authorizationParams: put(oauth.authorizationParams),
    tokenParams: put(oauth.tokenParams),
    refreshParams: put(oauth.refreshParams),
  };
  const at = (address: string): string => {
    const result = filled(address, entered, [...baseFields, ...method.fields]);
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
    authorizationUrl: server.authorizationUrl && at(server.authorizationUrl),
    token: { url: at(server.tokenUrl), server },
    refresh: { url: at(server.refreshUrl ?? server.tokenUrl), server },
    revocationUrl: server.revocationUrl && at(server.revocationUrl),
    server,
  };
}

/** The scopes that are asked for: those that were chosen, or the usual ones, with what was entered filled in. */
export const scopesOf = (
  method: AuthMethod,
  chosen: readonly string[] | undefined,
  entered: Readonly<Record<string, string>>,
): readonly string[] =>
  (
    chosen ?? (method.scopes ?? []).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  ).map((scope) => filledText(scope, entered));
