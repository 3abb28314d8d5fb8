import type { AppRecord, ToolRecord } from "../../ports/apps.ts";
import { isOutboundFailure, type Outbound, outboundFailure } from "../../ports/outbound.ts";
import type { Connected } from "../domain/connected.ts";
import { baseOf } from "../domain/running/address.ts";
import { credentialsOf, secretTexts } from "../domain/running/credential.ts";
import { failureOfStatus } from "../domain/running/failure.ts";
import { resultOf } from "../domain/running/result.ts";
import type { Answered, Sending } from "../runs/attempt.ts";
import { open, type RemoteAnswer } from "./client.ts";

/** How a remote MCP server's tool is called. */
export function remoteSending(
  outbound: Outbound,
  {
    record,
    tool,
    given,
    connected: first,
  }: {
    readonly record: AppRecord;
    readonly tool: ToolRecord;
    readonly given: Readonly<Record<string, unknown>>;
    readonly connected: Connected | undefined;
  },
  mostBytes: number,
): Sending {
  baseOf(record, undefined, first?.fields ?? {});
  const isUnsafe = !tool.annotations.readOnly;
  return {
    isUnsafe,
    isRepeatable: !isUnsafe,
    async attempt(connected, timeoutMs) {
      const { url, headers } = placed(record, connected);
      const secrets = secretTexts(connected);
      const shown = (answer: RemoteAnswer): Answered => answeredOf(answer, mostBytes, secrets);
      let wasCalled = false;
      try {
        const opened = await open({ outbound, url, headers, timeoutMs });
        if ("refusal" in opened) return shown(opened.refusal);
        const { session } = opened;
        wasCalled = true;
        try {
          return shown(
            await session.call("tools/call", {
              name: tool.remoteName ?? tool.name.slice(tool.name.indexOf(".") + 1),
              arguments: given,
            }),
          );
        } finally {
          await session.close();
        }
      } catch (error) {
        // Before the call itself nothing can have been done.
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

function placed(
  record: AppRecord,
  connected: Connected | undefined,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const url = baseOf(record, undefined, connected?.fields ?? {});
  const headers: Record<string, string> = { ...record.headers };
  for (const { in: place, name, prefix = "", value } of connected ? credentialsOf(connected) : []) {
    // Tokens never stand in the address of an MCP server (its authorization, section 2.6).
    if (place === "header") headers[name.toLowerCase()] = prefix + value;
  }
  return { url: url.href, headers };
}

/** A tool's structured content, or its texts, or its contents as they are. */
function answeredOf(
  { status, headers, bytes, result, error }: RemoteAnswer,
  mostBytes: number,
  secrets: readonly string[],
): Answered {
  const json = (value: unknown) =>
    resultOf(new TextEncoder().encode(JSON.stringify(value)), JSON_HEADERS, {
      most: mostBytes,
      secrets,
      isPartial: false,
    });
  if (error)
    return {
      status: status >= 400 ? status : undefined,
      headers,
      result: json(error),
      failure: failureOfStatus(status) ?? "upstream_bad_request",
    };
  if (!result)
    return {
      status,
      headers,
      result: resultOf(bytes, headers, { most: mostBytes, secrets, isPartial: false }),
      failure: failureOfStatus(status) ?? "upstream_bad_answer",
    };
  const { structuredContent, content, isError } = result;
  const texts =
    Array.isArray(content) && content.length > 0 && content.every((part) => part?.type === "text")
      ? content.map(({ text }) => String(text)).join("\n")
      : undefined;
  const data = structuredContent ?? (texts === undefined ? content : parsed(texts));
  return {
    headers,
    result: json(data ?? null),
    failure: isError === true ? "upstream_bad_request" : undefined,
  };
}

const JSON_HEADERS = {
  get: (name: string) => (name === "content-type" ? "application/json" : null),
  [Symbol.iterator]: () => [["content-type", "application/json"] as [string, string]].values(),
};

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
