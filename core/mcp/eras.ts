import type { HttpRequest } from "../http/handler.ts";
import { ERROR_CODES, type JsonRpcRequest, type RpcError } from "./message.ts";

/** The revisions without a handshake, newest first: each request carries its own envelope. */
export const MODERN: readonly string[] = ["2026-07-28"];

/** The revisions that begin with `initialize`, newest first. */
export const LEGACY: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** Where the envelope of 2026-07-28 keeps its members in `params._meta`. */
export const META_PREFIX = "io.modelcontextprotocol/";

/** Which rules a request follows, or why it follows none. */
export type Era = "legacy" | "modern" | RpcError;

/**
 * The era of a request: what its envelope claims decides, the header is a cross-check (MCP 2026-07-28, Streamable
 * HTTP). A legacy request without the header is taken for 2025-03-26, as that revision says.
 */
export function detectEra({ headers }: HttpRequest, { method, params }: JsonRpcRequest): Era {
  const header = headers.get("mcp-protocol-version")?.trim();
  const claimedVersion = params?._meta?.[`${META_PREFIX}protocolVersion`];
  if (claimedVersion === undefined) {
    if (header === undefined || LEGACY.includes(header) || method === "initialize") return "legacy";
    if (!MODERN.includes(header)) return unsupportedVersion(header);
    return invalidParams(
      `params._meta needs ${META_PREFIX}protocolVersion, as the header says ${header}.`,
    );
  }
  if (typeof claimedVersion !== "string")
    return invalidParams(`params._meta needs ${META_PREFIX}protocolVersion to be a string.`);
  if (header !== claimedVersion)
    return headerMismatch("MCP-Protocol-Version", header, claimedVersion);
  if (!MODERN.includes(claimedVersion)) return unsupportedVersion(claimedVersion);

  const capabilities = params?._meta?.[`${META_PREFIX}clientCapabilities`];
  if (typeof capabilities !== "object" || capabilities === null) {
    return invalidParams(`params._meta needs ${META_PREFIX}clientCapabilities, an object.`);
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
  const message = `Requests of the protocol version ${requested} are not understood here; ${MODERN[0]} is, or begin with initialize.`;
  return { code: ERROR_CODES.unsupportedVersion, message, data: { supported: MODERN, requested } };
}

function headerMismatch(name: string, header: string | undefined, body: string): RpcError {
  const sent = header === undefined ? "missing" : `"${header}"`;
  return {
    code: ERROR_CODES.headerMismatch,
    message: `The header ${name} is ${sent}; the body says "${body}".`,
  };
}

const invalidParams = (message: string): RpcError => ({ code: ERROR_CODES.invalidParams, message });

/** A header's value; names beyond ASCII come as `=?base64?…?=`. */
function decodeHeader(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  if (encoded === undefined) return value;
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}
