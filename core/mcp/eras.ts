import type { Asked } from "../http/handler.ts";
import { CODES, type Message, type RpcError } from "./message.ts";

/** The revisions without a handshake, newest first: each request carries its own envelope. */
export const MODERN: readonly string[] = ["2026-07-28"];

/** The revisions that begin with `initialize`, newest first. */
export const LEGACY: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** Where the envelope of 2026-07-28 keeps its members in `params._meta`. */
export const META = "io.modelcontextprotocol/";

/** Which rules a request follows, or why it follows none. */
export type Era = "legacy" | "modern" | RpcError;

/**
 * The era of a request: what its envelope claims decides, the header is a cross-check (MCP 2026-07-28, Streamable
 * HTTP). A legacy request without the header is taken for 2025-03-26, as that revision says.
 */
export function eraOf({ headers }: Asked, { method, params }: Message): Era {
  const header = headers.get("mcp-protocol-version")?.trim();
  const claim = params?._meta?.[`${META}protocolVersion`];
  if (claim === undefined) {
    if (header === undefined || LEGACY.includes(header) || method === "initialize") return "legacy";
    if (!MODERN.includes(header)) return unsupported(header);
    return invalidParams(
      `params._meta needs ${META}protocolVersion, as the header says ${header}.`,
    );
  }
  if (typeof claim !== "string")
    return invalidParams(`params._meta needs ${META}protocolVersion to be a string.`);
  if (header !== claim) return mismatch("MCP-Protocol-Version", header, claim);
  if (!MODERN.includes(claim)) return unsupported(claim);

  const capabilities = params?._meta?.[`${META}clientCapabilities`];
  if (typeof capabilities !== "object" || capabilities === null) {
    return invalidParams(`params._meta needs ${META}clientCapabilities, an object.`);
  }
  const named = headers.get("mcp-method")?.trim();
  if (named !== method) return mismatch("Mcp-Method", named, method);
  if (method === "tools/call") {
    const tool = decoded(headers.get("mcp-name")?.trim());
    const name = params?.["name"] as string;
    if (tool !== name) return mismatch("Mcp-Name", tool, name);
  }
  return "modern";
}

function unsupported(requested: string): RpcError {
  const message = `Requests of the protocol version ${requested} are not understood here; ${MODERN[0]} is, or begin with initialize.`;
  return { code: CODES.unsupportedVersion, message, data: { supported: MODERN, requested } };
}

function mismatch(name: string, header: string | undefined, body: string): RpcError {
  const sent = header === undefined ? "missing" : `"${header}"`;
  return {
    code: CODES.headerMismatch,
    message: `The header ${name} is ${sent}; the body says "${body}".`,
  };
}

const invalidParams = (message: string): RpcError => ({ code: CODES.invalidParams, message });

/** A header's value; names beyond ASCII come as `=?base64?…?=`. */
function decoded(value: string | undefined): string | undefined {
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
