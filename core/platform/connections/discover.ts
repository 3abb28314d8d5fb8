import { Problem } from "../../http/problem.ts";
import {
  maySendSecretsTo,
  readChallenge,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrls,
  serverMetadataUrls,
} from "../../lib/oauth/index.ts";
import type { DiscoveredServer } from "../../ports/connection-store.ts";
import type { ConnectionDeps } from "./deps.ts";
import { fetchJson } from "./token-endpoint.ts";

/**
 * Finds the authorization server of a remote MCP server (MCP 2025-11-25, Authorization). Rejects
 * with the `Problem` "provider_unavailable".
 */
export async function discoverServer(
  deps: Pick<ConnectionDeps, "outbound">,
  server: string,
  name: string,
): Promise<DiscoveredServer> {
  if (!maySendSecretsTo(server))
    throw new Problem("provider_unavailable", `${name} has a URL without TLS.`, {
      hint: "Use an https URL. Jackfield never sends tokens without TLS.",
    });
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
        `The authorization server of ${name} has no valid metadata, or lacks PKCE.`,
        {
          hint: "Try again later. If the problem persists, contact the operator of the MCP server.",
        },
      );
    const scopes = challenge.scopes ?? resource.scopes;
    return { ...withoutScopes(metadata), resource: resource.resource, ...(scopes && { scopes }) };
  }
  // In MCP 2025-03-26, a server is its own authorization server.
  const { origin } = new URL(server);
  const metadata = await fetchServerMetadata(deps, origin);
  if (metadata) return { ...metadata, resource: server };
  throw new Problem("provider_unavailable", `${name} has no authorization server metadata.`, {
    hint: "Check the URL of the MCP server, or try again later.",
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

/** Whether a metadata URL has the origin of the server that names it. */
const sameOrigin = (candidate: string, server: string): boolean =>
  URL.canParse(candidate) && new URL(candidate).origin === new URL(server).origin;
