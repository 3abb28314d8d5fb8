import type { InputError } from "../kit/input-error.ts";
import type { AuthMethod, InputField, OAuthServer } from "../openapi-tools/index.ts";
import type { DiscoveredServer } from "./discovery.ts";
import type { TokenEndpoint } from "./tokens/token-endpoint.ts";
import { fillText, fillUrl, maySendSecretsTo } from "./url-template.ts";

/** The endpoints at which a connection signs in, refreshes and revokes. */
export interface OAuthEndpoints {
  readonly authorizationUrl?: string | undefined;
  readonly token: TokenEndpoint;
  readonly refresh: TokenEndpoint;
  readonly revocation?: TokenEndpoint | undefined;
  readonly server: OAuthServer;
  readonly resource?: string | undefined;
}

/**
 * A value that can't be part of a URL (`url_value`), or a URL without TLS (`no_tls`). The pointer
 * leads to the entered value, and is empty if the URL itself is invalid.
 */
interface EndpointError extends InputError {
  readonly rule: "url_value" | "no_tls";
}

export interface EndpointInputs {
  readonly method: Pick<AuthMethod, "id" | "oauth" | "fields">;
  /** The values that the user entered, except secrets. */
  readonly fields: Readonly<Record<string, string>>;
  readonly client: { readonly id: string; readonly auth: "basic" | "body" };
  /** The fields of the app's base URL. */
  readonly baseFields: readonly InputField[];
  /** The authorization server of a remote MCP server. Its endpoints are complete. */
  readonly discovered?: DiscoveredServer | undefined;
}

/**
 * Returns the endpoints and parameters of an authorization server, with the entered values filled
 * in. Throws an `Error` if the method has no authorization server.
 */
export function resolveEndpoints(
  inputs: EndpointInputs,
): { readonly endpoints: OAuthEndpoints } | { readonly error: EndpointError } {
  const { method, fields, client, baseFields, discovered } = inputs;
  if (discovered) return { endpoints: discoveredEndpoints(discovered, client.auth) };
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
  let error: EndpointError | undefined;
  const resolveUrl = (address: string): string => {
    const result = fillUrl(address, entered, [...baseFields, ...method.fields]);
    if ("invalidField" in result) {
      error ??= invalidValue(result.invalidField);
      return "";
    }
    if (!maySendSecretsTo(result.url))
      error ??= { pointer: "", rule: "no_tls", message: "The app's sign-in URL has no TLS." };
    return result.url;
  };
  const endpoints: OAuthEndpoints = {
    authorizationUrl: server.authorizationUrl && resolveUrl(server.authorizationUrl),
    token: { url: resolveUrl(server.tokenUrl), server },
    refresh: { url: resolveUrl(server.refreshUrl ?? server.tokenUrl), server },
    revocation: server.revocationUrl
      ? { url: resolveUrl(server.revocationUrl), server }
      : undefined,
    server,
  };
  return error ? { error } : { endpoints };
}

const invalidValue = (field: string): EndpointError => ({
  pointer: `/${field}`,
  rule: "url_value",
  message: "The value can't be part of the app's URL.",
});

function discoveredEndpoints(
  { tokenUrl, authorizationUrl, revocationUrl, resource }: DiscoveredServer,
  clientAuth: "basic" | "body",
): OAuthEndpoints {
  const server: OAuthServer = { tokenUrl, pkce: true, clientAuth };
  const token = { url: tokenUrl, server };
  return {
    authorizationUrl,
    token,
    refresh: token,
    revocation: revocationUrl === undefined ? undefined : { url: revocationUrl, server },
    server,
    resource,
  };
}

/**
 * Returns the scopes to request: the chosen ones, or the method's defaults, with entered values
 * filled in.
 */
export const resolveScopes = (
  method: Pick<AuthMethod, "scopes">,
  chosen: readonly string[] | undefined,
  entered: Readonly<Record<string, string>>,
): readonly string[] =>
  (
    chosen ?? (method.scopes ?? []).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  ).map((scope) => fillText(scope, entered));
