import type { HttpRequest } from "../http/handler.ts";
import { decodeBase64 } from "../lib/kit/bytes/base64.ts";
import { ERROR_CODES, type JsonRpcRequest, type RpcError } from "./message.ts";

/** The stateless MCP revisions, newest first. Each request carries its own envelope. */
export const MODERN: readonly string[] = ["2026-07-28"];

/** The MCP revisions that begin with `initialize`, newest first. */
export const LEGACY: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** The prefix of the envelope's members in `params._meta` (MCP 2026-07-28). */
export const META_PREFIX = "io.modelcontextprotocol/";

/** The era whose rules a request follows, or the error if it follows neither. */
type Era = "legacy" | "modern" | RpcError;

/**
 * Returns the era of a request. The envelope decides, and the headers must match it (MCP
 * 2026-07-28, Streamable HTTP). A legacy request without the version header is valid, because
 * 2025-03-26 doesn't require it.
 */
export function detectEra({ headers }: HttpRequest, { method, params }: JsonRpcRequest): Era {
  const header = headers.get("mcp-protocol-version")?.trim();
  const claimedVersion = params?._meta?.[`${META_PREFIX}protocolVersion`];
  if (claimedVersion === undefined) {
    if (header === undefined || LEGACY.includes(header) || method === "initialize") return "legacy";
    if (!MODERN.includes(header)) return unsupportedVersion(header);
    return invalidParams(
      `params._meta lacks ${META_PREFIX}protocolVersion, but MCP-Protocol-Version is "${header}".`,
    );
  }
  if (typeof claimedVersion !== "string")
    return invalidParams(`${META_PREFIX}protocolVersion in params._meta must be a string.`);
  if (header !== claimedVersion)
    return headerMismatch("MCP-Protocol-Version", header, claimedVersion);
  if (!MODERN.includes(claimedVersion)) return unsupportedVersion(claimedVersion);

  const capabilities = params?._meta?.[`${META_PREFIX}clientCapabilities`];
  if (typeof capabilities !== "object" || capabilities === null) {
    return invalidParams(`${META_PREFIX}clientCapabilities in params._meta must be an object.`);
  }
  const methodHeader = headers.get("mcp-method")?.trim();
  if (methodHeader !== method) return headerMismatch("Mcp-Method", methodHeader, method);
  if (method === "tools/call") {
    const tool = decodeHeader(headers.get("mcp-name")?.trim());
    const name = params?.["name"] as string;
    if (tool !== name) return headerMismatch("Mcp-Name", tool, name);
  }
  return "modern";
}

function unsupportedVersion(requested: string): RpcError {
  const message = `Unsupported protocol version "${requested}". Use ${MODERN[0]}, or begin with initialize.`;
  return { code: ERROR_CODES.unsupportedVersion, message, data: { supported: MODERN, requested } };
}

function headerMismatch(name: string, header: string | undefined, body: string): RpcError {
  const actual = header === undefined ? "missing" : `"${header}"`;
  return {
    code: ERROR_CODES.headerMismatch,
    message: `The header ${name} is ${actual}, but the body has "${body}".`,
  };
}

const invalidParams = (message: string): RpcError => ({ code: ERROR_CODES.invalidParams, message });

/** Decodes a header value. Clients send non-ASCII names as `=?base64?…?=`. */
function decodeHeader(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  if (encoded === undefined) return value;
  const bytes = decodeBase64(encoded);
  return bytes && new TextDecoder().decode(bytes);
}
