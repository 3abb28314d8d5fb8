import {
  isOutboundFailure,
  type Outbound,
  type OutboundFailure,
  type OutboundHeaders,
  type OutboundResponse,
} from "../../ports/outbound.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import { buildRequest, isSafe, type RequestInputs } from "../domain/running/build-request.ts";
import { secretTexts } from "../domain/running/credentials.ts";
import {
  type FailureCode,
  failureForOutbound,
  failureForStatus,
  isErrorBody,
} from "../domain/running/failure.ts";
import { nextArguments } from "../domain/running/next-page.ts";
import { redactText } from "../domain/running/redact.ts";
import { readResult, type ToolResult } from "../domain/running/result.ts";
import type { Semaphore } from "./semaphore.ts";

/** What came back of one attempt. */
export interface ToolResponse {
  /** None of a remote MCP server's. */
  readonly status?: number | undefined;
  readonly headers: OutboundHeaders;
  readonly result: ToolResult;
  readonly failure?: FailureCode | undefined;
  readonly next?: Record<string, unknown> | undefined;
}

/** Sends a tool's request once, with a connection as it stands now; rejects with an `OutboundFailure`. */
export type SendAttempt = (
  connected: DecryptedConnection | undefined,
  timeoutMs: number,
) => Promise<ToolResponse>;

/** How a tool is sent, and what sending it again would do. */
export interface ToolTransport {
  readonly send: SendAttempt;
  /** Whether it changes nothing, or the app does it once: then it may be sent again. */
  readonly isRepeatable: boolean;
  readonly isUnsafe: boolean;
}

/** The most of an answer that is read, and kept: 20 MB. */
export const MAX_READ_BYTES = 20_000_000;

/** From where on an answer is large: of such, few are read at once. */
const LARGE_BYTES = 1_000_000;

/** How an operation of an HTTP interface is sent. */
export async function createHttpTransport(
  outbound: Outbound,
  inputs: RequestInputs,
  mostBytes: number,
  semaphore: Semaphore,
): Promise<ToolTransport> {
  const { tool, record } = inputs;
  const isSafeMethod = isSafe(tool.binding);
  // Made once before anything is begun: what can't be sent is told, and nothing is kept of it.
  let prepared: Awaited<ReturnType<typeof buildRequest>> | undefined = await buildRequest(inputs);
  return {
    isUnsafe: !isSafeMethod,
    isRepeatable: isSafeMethod || prepared.isIdempotent,
    async send(connected, timeoutMs) {
      const { method, url, headers, body } =
        prepared && connected === inputs.connection
          ? prepared
          : await buildRequest({ ...inputs, connection: connected });
      prepared = undefined;
      // A redirect that leaves the origin goes without credentials (the port sees to it), and an unsafe request is never sent elsewhere.
      const response = await outbound.fetch(url, {
        method,
        headers: { ...headers },
        ...(body !== undefined && { body }),
        timeoutMs,
        redirects: isSafeMethod ? 5 : 0,
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      const { bytes, isPartial, readFailure } = await readBodyUpTo(
        response,
        MAX_READ_BYTES,
        semaphore,
      );
      const secrets = secretTexts(connected);
      const result = readResult(bytes, response.headers, {
        maxBytes: mostBytes,
        secrets,
        isPartial,
      });
      const refusal =
        failureForStatus(response.status) ??
        (isErrorBody(record, result.data) ? "upstream_bad_request" : undefined);
      // Of what changed something the status is enough: that it was done is known, if not what it said.
      const failure =
        refusal ??
        (readFailure && isSafeMethod ? failureForOutbound(readFailure.code).failure : undefined);
      const nextPage =
        failure || result.content !== "json"
          ? undefined
          : nextArguments(tool.binding.slots, {
              link: response.headers.get("link"),
              data: result.data,
              url: response.url,
            });
      // The next page's address may repeat what was sent with this one's.
      const nextPageText = nextPage && JSON.stringify(nextPage);
      const next =
        nextPageText !== undefined && redactText(nextPageText, secrets) === nextPageText
          ? nextPage
          : undefined;
      return { status: response.status, headers: response.headers, result, failure, next };
    },
  };
}

/** A body up to a limit, or as much of it as came before it was lost. */
async function readBodyUpTo(
  response: OutboundResponse,
  maxBytes: number,
  semaphore: Semaphore,
): Promise<{
  readonly bytes: Uint8Array;
  readonly isPartial: boolean;
  readonly readFailure?: OutboundFailure | undefined;
}> {
  const length = Number(response.headers.get("content-length") ?? "NaN");
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isPartial = false;
  let readFailure: OutboundFailure | undefined;
  let release: (() => void) | undefined;
  try {
    if (length > LARGE_BYTES) release = await semaphore();
    if (length <= maxBytes) return { bytes: await response.bytes(), isPartial };
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > LARGE_BYTES) release ??= await semaphore();
      if (size > maxBytes) {
        isPartial = true;
        await reader.cancel().catch(() => {});
        break;
      }
    }
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    isPartial = true;
    readFailure = error;
  } finally {
    release?.();
  }
  const bytes = new Uint8Array(Math.min(size, maxBytes));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - offset), offset);
    offset += Math.min(chunk.length, bytes.length - offset);
  }
  return { bytes, isPartial, readFailure };
}
