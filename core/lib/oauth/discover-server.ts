import type { Fetch } from "../kit/net/fetch.ts";
import {
  type DiscoveredServer,
  readChallenge,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrls,
  serverMetadataUrls,
} from "./discovery.ts";
import { fetchJson } from "./fetch-json.ts";
import { maySendSecretsTo } from "./url-template.ts";

/**
 * - `no_tls`: the server's URL has no TLS.
 * - `no_metadata`: the server has no authorization server metadata.
 * - `invalid_metadata`: the server names an authorization server without valid metadata or PKCE.
 */
export interface DiscoveryError {
  readonly rule: "no_tls" | "no_metadata" | "invalid_metadata";
}

/** Finds the authorization server of a remote MCP server (MCP 2025-11-25, Authorization). */
export async function discoverServer(
  send: Fetch,
  server: string,
): Promise<{ readonly server: DiscoveredServer } | { readonly error: DiscoveryError }> {
  if (!maySendSecretsTo(server)) return { error: { rule: "no_tls" } };
  const response = await fetchJson(send, server, {
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
    const resource = readResourceMetadata((await fetchJson(send, url))?.value, server);
    if (!resource) continue;
    const metadata = await fetchServerMetadata(send, resource.issuer);
    if (!metadata) return { error: { rule: "invalid_metadata" } };
    const scopes = challenge.scopes ?? resource.scopes;
    return {
      server: {
        ...withoutScopes(metadata),
        resource: resource.resource,
        ...(scopes && { scopes }),
      },
    };
  }
  // In MCP 2025-03-26, a server is its own authorization server.
  const metadata = await fetchServerMetadata(send, new URL(server).origin);
  return metadata
    ? { server: { ...metadata, resource: server } }
    : { error: { rule: "no_metadata" } };
}

type ServerMetadata = Omit<DiscoveredServer, "resource">;

const withoutScopes = ({ scopes: _, ...metadata }: ServerMetadata) => metadata;

async function fetchServerMetadata(
  send: Fetch,
  issuer: string,
): Promise<ServerMetadata | undefined> {
  for (const url of serverMetadataUrls(issuer)) {
    const metadata = readServerMetadata((await fetchJson(send, url))?.value, issuer);
    if (metadata) return metadata;
  }
  return undefined;
}

/** Whether a metadata URL has the origin of the server that names it. */
const sameOrigin = (candidate: string, server: string): boolean =>
  URL.canParse(candidate) && new URL(candidate).origin === new URL(server).origin;
