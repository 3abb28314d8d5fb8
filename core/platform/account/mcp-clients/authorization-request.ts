import { PERMISSIONS, type Permission } from "../../../../generated/table.ts";
import type { OwnOrigins } from "../../../http/origins/own-origins.ts";
import { Problem } from "../../../http/problem.ts";
import { toLookalikeKey } from "../../../lib/kit/text/display-name.ts";
import { isRegisteredRedirectUri } from "../../../lib/oauth-server/index.ts";
import type { AccountServices } from "../services.ts";
import { isOwnResource, issuerFor } from "./addresses.ts";
import type { ClientDirectory, McpClient } from "./client-directory.ts";

/** The parameters of an authorization request (OAuth 2.1, section 4.1.1; RFC 8707, section 2). */
const PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "scope",
  "state",
] as const;

type Parameter = (typeof PARAMETERS)[number];

/** The parameters of an authorization request. */
type AuthorizationParameters = Readonly<Partial<Record<Parameter, string | undefined>>>;

/** An error of an authorization response (OAuth 2.1, section 4.1.2.1). */
interface RequestError {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_target";
  readonly description: string;
}

/** Reads the parameters of a query. Empty ones count as absent. */
export const readParameters = (query: URLSearchParams): AuthorizationParameters =>
  Object.fromEntries(PARAMETERS.map((name) => [name, query.get(name) || undefined]));

/** Returns the parameter that a query repeats. Repeating one is an error. */
export const findRepeatedParameter = (query: URLSearchParams): string | undefined =>
  PARAMETERS.find((name) => query.getAll(name).length > 1);

/**
 * Returns the client of a request. Throws the `Problem` "invalid_input" if the client isn't known, or
 * the redirect URI isn't one of its own. The browser must not go there then.
 */
export async function requireClient(
  { client_id: id, redirect_uri: redirectUri }: AuthorizationParameters,
  context: NameContext & { readonly mcpClients: ClientDirectory },
): Promise<{ readonly client: McpClient; readonly redirectUri: string }> {
  if (id === undefined) throw invalid("client_id", "The MCP client sent no client_id.");
  const client = await withoutTakenName(await context.mcpClients.require(id), context);
  if (redirectUri === undefined)
    throw invalid("redirect_uri", "The MCP client sent no redirect_uri.");
  if (!isRegisteredRedirectUri(client.redirectUris, redirectUri))
    throw invalid("redirect_uri", "The redirect_uri isn't one that the MCP client registered.");
  return { client, redirectUri };
}

type NameContext = Pick<AccountServices, "account" | "peopleStore">;

/**
 * Leaves out a client's name if people could take it for an owner's or the account's. They see its
 * host instead.
 */
async function withoutTakenName(
  client: McpClient,
  { account, peopleStore }: NameContext,
): Promise<McpClient> {
  const { name, ...rest } = client;
  if (name === undefined) return client;
  const members = await peopleStore.listMembers(account);
  const owners = members.filter(({ role }) => role === "owner").map((owner) => owner.name);
  const accountName = (await peopleStore.findAccount(account))?.name;
  const taken = [...owners, accountName].flatMap((each) => (each ? [toLookalikeKey(each)] : []));
  return taken.includes(toLookalikeKey(name)) ? rest : client;
}

const invalid = (parameter: Parameter, detail: string) =>
  new Problem("invalid_input", detail, {
    hint: "Don't continue if you came from a link. Otherwise remove this server in the MCP client, and add it again.",
    errors: [{ pointer: `/${parameter}`, detail }],
  });

/** Returns what is wrong with a request of a known client. `origins` are those of the API. */
export function findRequestError(
  parameters: AuthorizationParameters,
  origins: OwnOrigins,
): RequestError | undefined {
  const { response_type: type, code_challenge: challenge, resource } = parameters;
  if (type === undefined) return invalidRequest("response_type is missing.");
  if (type !== "code")
    return { error: "unsupported_response_type", description: "response_type must be code." };
  if (challenge === undefined)
    return invalidRequest("code_challenge is missing. This server requires PKCE (RFC 7636).");
  if (parameters.code_challenge_method !== "S256")
    return invalidRequest("code_challenge_method must be S256.");
  if (!/^[\w-]{43}$/.test(challenge))
    return invalidRequest("code_challenge isn't a SHA-256 digest in base64url.");
  if (resource !== undefined && !isOwnResource(resource, origins))
    return { error: "invalid_target", description: `resource must be ${origins.origin}/mcp.` };
  return undefined;
}

const invalidRequest = (description: string): RequestError => ({
  error: "invalid_request",
  description,
});

/** Returns the permissions among the requested scopes. Other scopes are ignored. */
export const readScopes = ({ scope }: AuthorizationParameters): readonly Permission[] =>
  PERMISSIONS.filter((permission) => scope?.split(" ").includes(permission));

/**
 * Builds the URL of an authorization response: the redirect URI with parameters, the client's
 * `state`, and the issuer (RFC 9207).
 */
export function buildResponseUrl(
  redirectUri: string,
  { state, resource }: AuthorizationParameters,
  origins: OwnOrigins,
  response: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuerFor(resource, origins));
  return url.href;
}
