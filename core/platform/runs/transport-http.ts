import type { Semaphore } from "../../lib/kit/semaphore.ts";
import {
  buildRequest,
  type RequestInputs,
  readResponse,
  secretTexts,
} from "../../lib/openapi-tools/index.ts";
import {
  isOutboundFailure,
  type Outbound,
  type OutboundFailure,
  type OutboundResponse,
} from "../../ports/outbound.ts";
import { failureForOutbound } from "./outbound-failure.ts";
import type { ToolTransport } from "./tool-transport.ts";

/** The maximum size of a response. The rest is not read. */
const MAX_READ_BYTES = 20_000_000;

/** Responses above this size count as large. Only a few are read at the same time. */
const LARGE_BYTES = 1_000_000;

/**
 * Creates the transport of an HTTP tool. Rejects with an `InvalidInputError` if the request can't be
 * built.
 */
export async function createHttpTransport(
  outbound: Outbound,
  inputs: RequestInputs,
  maxBytes: number,
  semaphore: Semaphore,
): Promise<ToolTransport> {
  // Build the first request now, so that an invalid request is rejected before a run is stored.
  let prepared: Awaited<ReturnType<typeof buildRequest>> | undefined = await buildRequest(inputs);
  const { isSafe, isIdempotent } = prepared;
  return {
    isUnsafe: !isSafe,
    isRepeatable: isSafe || isIdempotent,
    async send(connection, timeoutMs) {
      const { method, url, headers, body } =
        prepared && connection === inputs.connection
          ? prepared
          : await buildRequest({ ...inputs, connection });
      prepared = undefined;
      // `Outbound` drops credentials when a redirect leaves the origin. An unsafe request follows
      // no redirect.
      const response = await outbound.fetch(url, {
        method,
        headers: { ...headers },
        ...(body !== undefined && { body }),
        timeoutMs,
        redirects: isSafe ? 5 : 0,
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      const { bytes, isPartial, readFailure } = await readBodyUpTo(
        response,
        MAX_READ_BYTES,
        semaphore,
      );
      const { status, headers: responseHeaders } = response;
      const { result, failure, next } = readResponse(
        { status, headers: responseHeaders, url: response.url, bytes, isPartial },
        {
          record: inputs.record,
          binding: inputs.tool.binding,
          maxBytes,
          secrets: secretTexts(connection),
        },
      );
      // The status proves that the app carried out an unsafe request, even if the body is lost.
      if (readFailure && isSafe && !failure) {
        const { failure: lost } = failureForOutbound(readFailure.code);
        return { status, headers: responseHeaders, result, failure: lost };
      }
      return { status, headers: responseHeaders, result, failure, next };
    },
  };
}

/** Reads a body up to a limit. Returns the bytes read so far if the connection fails. */
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
    if (length > LARGE_BYTES) release = await semaphore.acquire();
    if (length <= maxBytes) return { bytes: await response.bytes(), isPartial };
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > LARGE_BYTES) release ??= await semaphore.acquire();
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
