import type { AppRecord } from "../app.ts";
import { placeCredentials } from "../credentials/credentials.ts";
import type { DecryptedConnection } from "../credentials/decrypted-connection.ts";
import { resolveBaseUrl } from "./base-url.ts";

/**
 * The URL of a remote MCP server, and the headers of its requests with the credential.
 *
 * @throws an `InvalidInputError` if the connection's values don't result in a URL of the app
 */
export function resolveMcpEndpoint(
  record: AppRecord,
  connection: DecryptedConnection | undefined,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const url = resolveBaseUrl(record, undefined, connection?.fields ?? {});
  const headers: Record<string, string> = { ...record.headers };
  for (const { in: location, name, prefix = "", value } of connection
    ? placeCredentials(connection)
    : []) {
    // MCP forbids access tokens in the URL (MCP authorization, section 2.6).
    if (location === "header") headers[name.toLowerCase()] = prefix + value;
  }
  return { url: url.href, headers };
}
