import { isObject } from "../kit/json/json-access.ts";
import { registrableDomain } from "../kit/net/registrable-domain.ts";
import { maySendSecretsTo } from "./url-template.ts";

/** The authorization server of a remote MCP server. */
export interface DiscoveredServer {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl?: string | undefined;
  readonly registrationUrl?: string | undefined;
  /** The resource indicator of the tokens (RFC 8707). */
  readonly resource: string;
  /** Whether authorization responses contain `iss` (RFC 9207). */
  readonly saysIssuer: boolean;
  readonly scopes?: readonly string[] | undefined;
  /** The client authentication methods of the token endpoint. */
  readonly clientAuth?: readonly string[] | undefined;
}

/**
 * Reads the `WWW-Authenticate` header of a remote MCP server: the URL of its resource metadata
 * (RFC 9728, section 5.1) and the required scopes (RFC 6750, section 3).
 */
export function readChallenge(header: string | null): {
  readonly metadata?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
} {
  const parameters = new Map(
    [...(header ?? "").matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(
      ([, name = "", quoted, bare]) => [name.toLowerCase(), quoted ?? bare],
    ),
  );
  const metadata = parameters.get("resource_metadata");
  const scopes = parameters.get("scope")?.split(" ").filter(Boolean);
  return { ...(metadata && { metadata }), ...(scopes && scopes.length > 0 && { scopes }) };
}

/** The possible URLs of protected-resource metadata, most likely first (RFC 9728, section 3.1). */
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

/**
 * The possible URLs of authorization server metadata, most likely first (RFC 8414, section 3.1;
 * OpenID Connect Discovery 1.0, section 4).
 */
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

/**
 * Reads protected-resource metadata (RFC 9728): the authorization server, the resource to request
 * tokens for, and the scopes. Returns `undefined` if it doesn't cover `server` (section 3.3).
 */
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
  const body = isObject(value) ? value : {};
  const [issuer] = asStrings(body["authorization_servers"]);
  const resource = body["resource"];
  if (
    typeof resource !== "string" ||
    !issuer ||
    !URL.canParse(resource) ||
    !maySendSecretsTo(issuer) ||
    !coversServer(resource, server)
  ) {
    return undefined;
  }
  const scopes = asStrings(body["scopes_supported"]);
  return { issuer, resource, ...(scopes.length > 0 && { scopes }) };
}

/** Whether a resource URL equals the server URL, or is a parent path of it on the same origin. */
function coversServer(resource: string, server: string): boolean {
  const resourceUrl = new URL(resource);
  const serverUrl = new URL(server);
  const resourcePath = resourceUrl.pathname.replace(/\/$/, "");
  return (
    resourceUrl.origin === serverUrl.origin &&
    (serverUrl.pathname.replace(/\/$/, "") === resourcePath ||
      serverUrl.pathname.startsWith(`${resourcePath}/`))
  );
}

/** Hosting domains on which anyone can register a subdomain. */
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

/** The registrable domain of a URL, or its host name on a shared hosting domain. */
function hostOwner(url: string): string {
  const { hostname } = new URL(url);
  const domain = registrableDomain(hostname);
  return SHARED_HOSTS.has(domain) ? hostname : domain;
}

/**
 * Reads the metadata of an authorization server (RFC 8414). Returns `undefined` if the issuer
 * differs, or if the listed PKCE methods don't include S256. The same holds if the authorization
 * or token endpoint is missing or on another domain.
 */
export function readServerMetadata(
  value: unknown,
  issuer: string,
): Omit<DiscoveredServer, "resource"> | undefined {
  if (!isObject(value)) return undefined;
  const body = value;
  // Otherwise a malicious server could send users to an honest server and receive their codes
  // (RFC 9700, section 4.4).
  const owner = hostOwner(issuer);
  const isSameOwner = (url: string) => maySendSecretsTo(url) && hostOwner(url) === owner;
  const readEndpoint = (name: string) =>
    typeof body[name] === "string" && isSameOwner(body[name]) ? body[name] : undefined;
  const authorizationUrl = readEndpoint("authorization_endpoint");
  const tokenUrl = readEndpoint("token_endpoint");
  if (
    typeof body["issuer"] !== "string" ||
    body["issuer"].replace(/\/$/, "") !== issuer.replace(/\/$/, "") ||
    !authorizationUrl ||
    !tokenUrl
  ) {
    return undefined;
  }
  const methods = asStrings(body["code_challenge_methods_supported"]);
  if (body["code_challenge_methods_supported"] !== undefined && !methods.includes("S256")) {
    return undefined;
  }
  const scopes = asStrings(body["scopes_supported"]);
  const clientAuth = asStrings(body["token_endpoint_auth_methods_supported"]);
  const registrationUrl = readEndpoint("registration_endpoint");
  const revocationUrl = readEndpoint("revocation_endpoint");
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

const asStrings = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((each): each is string => typeof each === "string" && each.length <= 300)
        .slice(0, 100)
    : [];
