import { isObject } from "../kit/json/json-access.ts";
import type { Fetch } from "../kit/net/fetch.ts";
import { fetchJson } from "./fetch-json.ts";

/** A registered client (RFC 7591, section 3.2.1). */
export interface RegisteredClient {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly auth: "basic" | "body";
  readonly redirectUri: string;
  /** Unix time in seconds, or `undefined` if the secret doesn't expire. */
  readonly secretExpires?: number | undefined;
}

/** Why a server registered no client. `status` is that of its response. */
export interface RegistrationError {
  readonly rule: "unreachable" | "refused";
  readonly status?: number;
}

/** Registers a public or confidential client at an authorization server (RFC 7591). */
export async function registerClient(
  send: Fetch,
  {
    registrationUrl,
    ...request
  }: {
    readonly registrationUrl: string;
    /** The name of the client. */
    readonly clientName: string;
    /** The origin of the client's service. */
    readonly origin: string;
    readonly redirectUri: string;
    /** The authentication methods that the server supports, if they are known. */
    readonly clientAuth: readonly string[] | undefined;
  },
): Promise<{ readonly client: RegisteredClient } | { readonly error: RegistrationError }> {
  const body = registrationRequest(request);
  const response = await fetchJson(send, registrationUrl, { body });
  if (!response) return { error: { rule: "unreachable" } };
  const client =
    response.status < 300
      ? readRegisteredClient(response.value, {
          redirectUri: request.redirectUri,
          requestedMethod: body.token_endpoint_auth_method,
        })
      : undefined;
  return client ? { client } : { error: { rule: "refused", status: response.status } };
}

/** The body of a registration request (RFC 7591, section 3.1). */
const registrationRequest = ({
  clientName,
  origin,
  redirectUri,
  clientAuth,
}: {
  readonly clientName: string;
  readonly origin: string;
  readonly redirectUri: string;
  readonly clientAuth: readonly string[] | undefined;
}) => ({
  client_name: clientName,
  client_uri: origin,
  redirect_uris: [redirectUri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: chooseAuthMethod(clientAuth),
});

function chooseAuthMethod(supported: readonly string[] | undefined): string {
  if (!supported || supported.includes("none")) return "none";
  return supported.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post";
}

/**
 * Reads the response to a registration request. Returns `undefined` if it has no valid `client_id`.
 * `requestedMethod` is used if the response contains no authentication method.
 */
function readRegisteredClient(
  value: unknown,
  {
    redirectUri,
    requestedMethod,
  }: { readonly redirectUri: string; readonly requestedMethod: string },
): RegisteredClient | undefined {
  const body = isObject(value) ? value : {};
  const id = body["client_id"];
  if (typeof id !== "string" || id === "" || id.length > 2000) return undefined;
  const secret = body["client_secret"];
  const expires = Number(body["client_secret_expires_at"] ?? 0);
  const method =
    typeof body["token_endpoint_auth_method"] === "string"
      ? body["token_endpoint_auth_method"]
      : requestedMethod;
  return {
    id,
    redirectUri,
    auth: method === "client_secret_basic" ? "basic" : "body",
    ...(typeof secret === "string" && secret && { secret }),
    ...(expires > 0 && { secretExpires: expires }),
  };
}
