import type { FoundServer } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";
import { maySendSecretsTo } from "../domain/oauth/address.ts";
import {
  readChallenge,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrls,
  serverMetadataUrls,
} from "../domain/oauth/discovery.ts";
import { fetchJson } from "./ask.ts";
import type { Office } from "./office.ts";

/** Finds the authorization server of a remote MCP server (MCP 2025-11-25, Authorization). Throws the `Problem` "provider_unavailable". */
export async function discover(
  office: Pick<Office, "outbound">,
  server: string,
  name: string,
): Promise<FoundServer> {
  if (!maySendSecretsTo(server))
    throw new Problem(
      "provider_unavailable",
      `${name} is at an address without TLS, where no token is sent.`,
    );
  const asked = await fetchJson(office, server, {
    body: { jsonrpc: "2.0", id: 1, method: "ping" },
  });
  const challenge = readChallenge(asked?.status === 401 ? asked.header("www-authenticate") : null);
  const places = [
    ...(challenge.metadata && sameOrigin(challenge.metadata, server) ? [challenge.metadata] : []),
    ...resourceMetadataUrls(server),
  ];
  for (const place of places) {
    const resource = readResourceMetadata((await fetchJson(office, place))?.value, server);
    if (!resource) continue;
    const found = await metadataOf(office, resource.issuer);
    if (!found)
      throw new Problem(
        "provider_unavailable",
        `${name} names an authorization server that says nothing of itself, or does not know PKCE.`,
      );
    const scopes = challenge.scopes ?? resource.scopes;
    return { ...withoutScopes(found), resource: resource.resource, ...(scopes && { scopes }) };
  }
  // Servers of the protocol's version 2025-03-26 are their own authorization server.
  const { origin } = new URL(server);
  const found = await metadataOf(office, origin);
  if (found) return { ...found, resource: server };
  throw new Problem("provider_unavailable", `${name} does not say where to sign in.`, {
    hint: "Try again in a little while; the app's address may be wrong.",
  });
}

const withoutScopes = ({ scopes: _, ...found }: Omit<FoundServer, "resource">) => found;

async function metadataOf(
  office: Pick<Office, "outbound">,
  issuer: string,
): Promise<Omit<FoundServer, "resource"> | undefined> {
  for (const place of serverMetadataUrls(issuer)) {
    const found = readServerMetadata((await fetchJson(office, place))?.value, issuer);
    if (found) return found;
  }
  return undefined;
}

/** What a server says of itself is looked for at itself. */
const sameOrigin = (place: string, server: string): boolean =>
  URL.canParse(place) && new URL(place).origin === new URL(server).origin;
