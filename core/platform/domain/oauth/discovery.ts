import type { DiscoveredServer } from "../../../ports/connection-store.ts";
import { registrableDomain } from "../catalog/title.ts";
import { maySendSecretsTo } from "./url-template.ts";

/** What a remote MCP server's 401 says of where to look (RFC 9728, section 5.1; RFC 6750, section 3). */
export function readChallenge(header: string | null): {
  readonly metadata?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
} {
  const parameters = new Map(
    [...(header ?? "").matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(
      ([, name, quoted, bare]) => [name!.toLowerCase(), quoted ?? bare],
    ),
  );
  const metadata = parameters.get("resource_metadata");
  const scopes = parameters.get("scope")?.split(" ").filter(Boolean);
  return { ...(metadata && { metadata }), ...(scopes && scopes.length > 0 && { scopes }) };
}

/** Where a server's protected-resource metadata may be, the likeliest first (RFC 9728, section 3.1). */
export function resourceMetadataUrls(server: string): readonly string[] {
  const { origin, pathname } = new URL(server);
  const path = pathname.replace(/\/$/, "");
  return [
    ...new Set([
      `${origin}/.well-known/oauth-protected-resource${path}`,
      `${origin}/.well-known/oauth-protected-resource`,
    ]),
  ];
}

/** Where an authorization server's metadata may be (RFC 8414, section 3.1; OpenID Connect Discovery, section 4). */
export function serverMetadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

/** Protected-resource metadata that is this server's (RFC 9728, section 3.3): whom it trusts, and for what tokens are asked. */
export function readResourceMetadata(
  value: unknown,
  server: string,
):
  | {
      readonly issuer: string;
      readonly resource: string;
      readonly scopes?: readonly string[] | undefined;
    }
  | undefined {
  const body = asObject(value);
  const [issuer] = asStrings(body?.["authorization_servers"]);
  const resource = body?.["resource"];
  if (
    typeof resource !== "string" ||
    !issuer ||
    !URL.canParse(resource) ||
    !maySendSecretsTo(issuer) ||
    !coversServer(resource, server)
  )
    return undefined;
  const scopes = asStrings(body?.["scopes_supported"]);
  return { issuer, resource, ...(scopes.length > 0 && { scopes }) };
}

/** Whether what a resource says it is holds the server: the same, or a part of its origin above it. */
function coversServer(resource: string, server: string): boolean {
  const [resourceUrl, serverUrl] = [new URL(resource), new URL(server)];
  const resourcePath = resourceUrl.pathname.replace(/\/$/, "");
  return (
    resourceUrl.origin === serverUrl.origin &&
    (serverUrl.pathname.replace(/\/$/, "") === resourcePath ||
      serverUrl.pathname.startsWith(`${resourcePath}/`))
  );
}

/** Domains under which anyone may have a name. */
const SHARED_HOSTS = new Set([
  "workers.dev",
  "pages.dev",
  "vercel.app",
  "netlify.app",
  "herokuapp.com",
  "fly.dev",
  "onrender.com",
  "azurewebsites.net",
  "github.io",
  "web.app",
  "run.app",
  "cloudfront.net",
  "amazonaws.com",
  "ngrok.app",
  "ngrok.io",
]);

/** Whose an address is: a registrable domain, or the host itself where anyone may have one beside it. */
function hostOwner(address: string): string {
  const { hostname } = new URL(address);
  const domain = registrableDomain(hostname);
  return SHARED_HOSTS.has(domain) ? hostname : domain;
}

/** An authorization server's metadata, if it is this issuer's, gives codes and knows S256. */
export function readServerMetadata(
  value: unknown,
  issuer: string,
): Omit<DiscoveredServer, "resource"> | undefined {
  const body = asObject(value);
  if (!body) return undefined;
  // A server that names another's addresses could have people sign in there, and their codes sent to itself (RFC 9700, section 4.4).
  const owner = hostOwner(issuer);
  const isSameOwner = (address: string) =>
    maySendSecretsTo(address) && hostOwner(address) === owner;
  const readEndpoint = (name: string) =>
    typeof body[name] === "string" && isSameOwner(body[name]) ? body[name] : undefined;
  const [authorizationUrl, tokenUrl] = [
    readEndpoint("authorization_endpoint"),
    readEndpoint("token_endpoint"),
  ];
  if (
    typeof body["issuer"] !== "string" ||
    body["issuer"].replace(/\/$/, "") !== issuer.replace(/\/$/, "") ||
    !authorizationUrl ||
    !tokenUrl
  )
    return undefined;
  const methods = asStrings(body["code_challenge_methods_supported"]);
  if (body["code_challenge_methods_supported"] !== undefined && !methods.includes("S256"))
    return undefined;
  const [scopes, clientAuth] = [
    asStrings(body["scopes_supported"]),
    asStrings(body["token_endpoint_auth_methods_supported"]),
  ];
  const [registrationUrl, revocationUrl] = [
    readEndpoint("registration_endpoint"),
    readEndpoint("revocation_endpoint"),
  ];
  return {
    issuer: body["issuer"],
    authorizationUrl,
    tokenUrl,
    ...(registrationUrl && { registrationUrl }),
    ...(revocationUrl && { revocationUrl }),
    saysIssuer: body["authorization_response_iss_parameter_supported"] === true,
    ...(scopes.length > 0 && { scopes }),
    ...(clientAuth.length > 0 && { clientAuth }),
  };
}

const asObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
const asStrings = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((each): each is string => typeof each === "string" && each.length <= 300)
        .slice(0, 100)
    : [];

/** What is asked for of whoever registers clients by themselves (RFC 7591, section 3.1). */
export const registrationRequest = ({
  origin,
  redirectUri,
  clientAuth,
}: {
  readonly origin: string;
  readonly redirectUri: string;
  readonly clientAuth: readonly string[] | undefined;
}) => ({
  client_name: "Jackfield",
  client_uri: origin,
  redirect_uris: [redirectUri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method:
    !clientAuth || clientAuth.includes("none")
      ? "none"
      : clientAuth.includes("client_secret_basic")
        ? "client_secret_basic"
        : "client_secret_post",
});

/** A client as it was registered (RFC 7591, section 3.2.1). */
export interface RegisteredClient {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly auth: "basic" | "body";
  readonly redirectUri: string;
  /** Seconds since 1970; none: never. */
  readonly secretExpires?: number | undefined;
}

/** A registration's answer; none where there is no client in it. */
export function readRegisteredClient(
  value: unknown,
  {
    redirectUri,
    requestedMethod,
  }: { readonly redirectUri: string; readonly requestedMethod: string },
): RegisteredClient | undefined {
  const body = asObject(value);
  const id = body?.["client_id"];
  if (typeof id !== "string" || id === "" || id.length > 2000) return undefined;
  const secret = body?.["client_secret"];
  const expires = Number(body?.["client_secret_expires_at"] ?? 0);
  const method =
    typeof body?.["token_endpoint_auth_method"] === "string"
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
