import { exceedsDepth } from "../../lib/kit/json/json-access.ts";
import { resolveMcpEndpoint } from "../../lib/openapi-tools/call/index.ts";
import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import { secretTexts } from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord, ToolRecord } from "../../lib/openapi-tools/index.ts";
import { failureForStatus, readResult } from "../../lib/openapi-tools/result/index.ts";
import { isOutboundFailure, type Outbound, outboundFailure } from "../../ports/outbound.ts";
import { MAX_DEPTH, type McpResponse } from "./mcp-response.ts";
import { openSession } from "./mcp-session.ts";
import type { ToolResponse, ToolTransport } from "./tool-transport.ts";

/**
 * Creates the transport of a remote MCP server's tool. Throws an `InvalidInputError` if its URL
 * is invalid.
 */
export function createMcpTransport(
  outbound: Outbound,
  {
    record,
    tool,
    input,
    connection: initialConnection,
  }: {
    readonly record: AppRecord;
    readonly tool: ToolRecord;
    readonly input: Readonly<Record<string, unknown>>;
    readonly connection: DecryptedConnection | undefined;
  },
  maxBytes: number,
): ToolTransport {
  resolveMcpEndpoint(record, initialConnection);
  const isUnsafe = !tool.annotations.readOnly;
  return {
    isUnsafe,
    isRepeatable: !isUnsafe,
    async send(connection, timeoutMs) {
      const { url, headers } = resolveMcpEndpoint(record, connection);
      const secrets = secretTexts(connection);
      const toResponse = (response: McpResponse): ToolResponse =>
        toToolResponse(response, maxBytes, secrets);
      let wasCalled = false;
      try {
        const openResult = await openSession({ outbound, url, headers, timeoutMs });
        if ("refusal" in openResult) return toResponse(openResult.refusal);
        const { session } = openResult;
        wasCalled = true;
        try {
          return toResponse(
            await session.call("tools/call", {
              name: tool.remoteName ?? tool.name.slice(tool.name.indexOf(".") + 1),
              arguments: input,
            }),
          );
        } finally {
          await session.close();
        }
      } catch (error) {
        // A failure before the call means that the server carried out nothing.
        if (
          wasCalled ||
          !isOutboundFailure(error) ||
          error.code === "blocked_address" ||
          error.code === "blocked_url"
        )
          throw error;
        throw outboundFailure("unreachable", error.message);
      }
    },
  };
}

/**
 * Converts an MCP response. The data is the structured content, the joined texts, or the content
 * list.
 */
function toToolResponse(
  { status, headers, bytes, result, error }: McpResponse,
  maxBytes: number,
  secrets: readonly string[],
): ToolResponse {
  const json = (value: unknown) =>
    readResult(new TextEncoder().encode(JSON.stringify(value)), JSON_HEADERS, {
      maxBytes,
      secrets,
      isPartial: false,
    });
  if (error)
    return {
      status: status >= 400 ? status : undefined,
      headers,
      result: json(error),
      failure: failureForStatus(status) ?? "upstream_bad_request",
      mayBeGone: mayMeanUnknownTool(error),
    };
  if (!result)
    return {
      status,
      headers,
      result: readResult(bytes, headers, { maxBytes, secrets, isPartial: false }),
      failure: failureForStatus(status) ?? "upstream_bad_answer",
    };
  const { structuredContent, content, isError } = result;
  const texts =
    Array.isArray(content) && content.length > 0 && content.every((part) => part?.type === "text")
      ? content.map(({ text }) => String(text)).join("\n")
      : undefined;
  const data = structuredContent ?? (texts === undefined ? content : parseIfJson(texts));
  return {
    headers,
    result: json(data ?? null),
    failure: isError === true ? "upstream_bad_request" : undefined,
    mayBeGone: isError === true && UNKNOWN_TOOL.test(texts?.slice(0, 500) ?? ""),
  };
}

/**
 * Whether an error may mean that the server no longer has the tool. Servers report that with -32601,
 * or with -32602 (MCP), which most use for invalid arguments, too. The latter counts only if its
 * message is about the tool, or says nothing: Jackfield has validated the arguments.
 */
function mayMeanUnknownTool({ code, message }: NonNullable<McpResponse["error"]>): boolean {
  if (code === METHOD_NOT_FOUND) return true;
  return UNKNOWN_TOOL.test(message) || (code === INVALID_PARAMS && SAYS_NOTHING.test(message));
}

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const SAYS_NOTHING = /^\W*(?:invalid params|invalid parameters)?\W*$/i;
/** A text about a tool, but not about its arguments. */
const UNKNOWN_TOOL =
  /^(?!.*\binvalid (?:argument|input|param)\w* for\b).*(?:\b(?:unknown|no such|invalid|unrecognized) tool\b|\btool\b.{0,100}\b(?:not found|not exist|doesn't exist|unknown|not available)\b)/is;

const JSON_HEADERS = {
  get: (name: string) => (name === "content-type" ? "application/json" : null),
  [Symbol.iterator]: () => [["content-type", "application/json"] as [string, string]].values(),
};

function parseIfJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return exceedsDepth(value, MAX_DEPTH) ? text : value;
  } catch {
    return text;
  }
}
