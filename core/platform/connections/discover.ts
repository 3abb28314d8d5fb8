import type { DiscoveredServer } from "../../ports/connection-store.ts";
import { Problem } from "../../problem.ts";
import {
  readChallenge,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrls,
  serverMetadataUrls,
} from "../domain/oauth/discovery.ts";
import { maySendSecretsTo } from "../domain/oauth/url-template.ts";
import type { ConnectionDeps } from "./deps.ts";
import { fetchJson } from "./token-endpoint.ts";

/** Finds the authorization server of a remote MCP server (MCP 2025-11-25, Authorization). Throws the `Problem` "provider_unavailable". */
export async function discoverServer(
  deps: Pick<ConnectionDeps, "outbound">,
  server: string,
  name: string,
): Promise<DiscoveredServer> {
  if (!maySendSecretsTo(server))
    throw new Problem(
      "provider_unavailable",
      `${name} is at an address without TLS, where no token is sent.`,
    );
  const response = await fetchJson(deps, server, {
    body: { jsonrpc: "2.0", id: 1, method: "ping" },
  });
  const challenge = readChallenge(
    response?.status === 401 ? response.header("www-authenticate") : null,
  );
  const metadataUrls = [
    ...(challenge.metadata && sameOrigin(challenge.metadata, server) ? [challenge.metadata] : []),
    ...resourceMetadataUrls(server),
  ];
  for (const url of metadataUrls) {
    const resource = readResourceMetadata((await fetchJson(deps, url))?.value, server);
    if (!resource) continue;
    const metadata = await fetchServerMetadata(deps, resource.issuer);
    if (!metadata)
      throw new Problem(
        "provider_unavailable",
        `${name} names an authorization server that says nothing of itself, or does not know PKCE.`,
      );
    const scopes = challenge.scopes ?? resource.scopes;
    return { ...withoutScopes(metadata), resource: resource.resource, ...(scopes && { scopes }) };
  }
  // Servers of the protocol's version 2025-03-26 are their own authorization server.
  const { origin } = new URL(server);
  const metadata = await fetchServerMetadata(deps, origin);
  if (metadata) return { ...metadata, resource: server };
  throw new Problem("provider_unavailable", `${name} does not say where to sign in.`, {
    hint: "Try again in a little while; the app's address may be wrong.",
  });
}

const withoutScopes = ({ scopes: _, ...metadata }: Omit<DiscoveredServer, "resource">) => metadata;

async function fetchServerMetadata(
  deps: Pick<ConnectionDeps, "outbound">,
  issuer: string,
): Promise<Omit<DiscoveredServer, "resource"> | undefined> {
  for (const url of serverMetadataUrls(issuer)) {
    const metadata = readServerMetadata((await fetchJson(deps, url))?.value, issuer);
    if (metadata) return metadata;
  }
  return undefined;
}

/** What a server says of itself is looked for at itself. */
const sameOrigin = (candidate: string, server: string): boolean =>
  URL.canParse(candidate) && new URL(candidate).origin === new URL(server).origin;
