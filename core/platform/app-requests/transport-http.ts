import { SemaphoreTimeoutError } from "../../lib/kit/flow/semaphore.ts";
import { InvalidInputError } from "../../lib/kit/input-error.ts";
import { isSafeMethod } from "../../lib/kit/net/safe-method.ts";
import {
  type DownloadedFile,
  type FileReference,
  findFileReference,
  type LoadComposer,
} from "../../lib/openapi-tools/body/index.ts";
import { buildRequest, type RequestInputs } from "../../lib/openapi-tools/call/index.ts";
import { secretTexts } from "../../lib/openapi-tools/credentials/index.ts";
import { readResponse } from "../../lib/openapi-tools/result/index.ts";
import {
  isOutboundFailure,
  type Outbound,
  type OutboundFailure,
  type OutboundResponse,
  outboundFailure,
} from "../../ports/outbound.ts";
import { failureForOutbound } from "./outbound-failure.ts";
import type { ToolTransport } from "./tool-transport.ts";

/** The maximum size of a response. The rest is not read. */
const MAX_READ_BYTES = 20_000_000;

/** Responses above this size count as large. Only a few are read at the same time. */
const LARGE_BYTES = 1_000_000;

/**
 * Waits for one of the slots in which large responses are read, and returns a function that
 * releases it. Rejects with a `SemaphoreTimeoutError`.
 */
export type AcquireSlot = (timeoutMs: number) => Promise<() => void>;

export interface HttpTransportDeps {
  readonly outbound: Outbound;
  /** For files whose URL is an argument. Without it, such a URL is rejected. */
  readonly publicOutbound?: Outbound | undefined;
  readonly acquireSlot: AcquireSlot;
  readonly loadComposer?: LoadComposer | undefined;
}

/**
 * Creates the transport of an HTTP tool. Rejects with an `InvalidInputError` if the request can't be
 * built.
 */
export async function createHttpTransport(
  { outbound, publicOutbound, acquireSlot, loadComposer }: HttpTransportDeps,
  runInputs: RequestInputs,
  maxBytes: number,
): Promise<ToolTransport> {
  const { record, tool } = runInputs;
  const name = tool.binding.body?.compose;
  const composer = name === undefined ? undefined : await loadComposer?.(record.slug, name);
  const inputs = { ...runInputs, composer };
  const reference = findFileReference(composer, tool.binding, inputs.args);
  // Build the first request now, so that an invalid request is rejected before a run is stored.
  let prepared: Awaited<ReturnType<typeof buildRequest>> | undefined = await buildRequest(
    reference ? { ...inputs, args: reference.replace({ bytes: new Uint8Array() }) } : inputs,
  );
  const { isSafe, isIdempotent } = prepared;
  if (reference) prepared = undefined;
  return {
    isUnsafe: !isSafe,
    isRepeatable: isSafe || isIdempotent,
    async send(connection, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      const timeLeft = () => Math.max(1, deadline - performance.now());
      const file =
        reference && (await downloadFile(publicOutbound, reference, { timeLeft, acquireSlot }));
      const args = reference && file ? reference.replace(file) : inputs.args;
      const request =
        prepared && connection === inputs.connection
          ? prepared
          : await buildRequest({ ...inputs, args, connection });
      const { method, headers, body } = request;
      prepared = undefined;
      // `Outbound` drops credentials when a redirect leaves the origin. A request whose method isn't
      // safe follows no redirect.
      const response = await outbound.fetch(request.url, {
        method,
        headers: { ...headers },
        ...(body !== undefined && { body }),
        timeoutMs: file ? timeLeft() : timeoutMs,
        redirects: isSafeMethod(method) ? 5 : 0,
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      const { bytes, isPartial, readFailure } = await readBodyUpTo(response, MAX_READ_BYTES, () =>
        acquireSlot(timeLeft()),
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

/** Downloads a file. Rejects with an `InvalidInputError` for its URL. */
async function downloadFile(
  outbound: Outbound | undefined,
  { url, pointer }: FileReference,
  options: { timeLeft(): number; readonly acquireSlot: AcquireSlot },
): Promise<DownloadedFile> {
  const fail = (reason: string) =>
    new InvalidInputError({
      pointer,
      rule: "file",
      message: `The file can't be downloaded. ${reason}`,
    });
  if (!outbound) throw fail("This service downloads no files.");
  try {
    const response = await outbound.fetch(url, {
      timeoutMs: options.timeLeft(),
      maxBytes: Number.MAX_SAFE_INTEGER,
    });
    if (response.status !== 200) {
      await response.body.cancel().catch(() => {});
      throw fail(`Its server answered ${response.status}.`);
    }
    const { bytes, isPartial, readFailure } = await readBodyUpTo(response, MAX_READ_BYTES, () =>
      options.acquireSlot(options.timeLeft()),
    );
    if (readFailure) throw fail(readFailure.message);
    if (isPartial) throw fail("It has more than 20 MB.");
    return { bytes, type: response.headers.get("content-type") };
  } catch (error) {
    throw isOutboundFailure(error) ? fail(error.message) : error;
  }
}

/** Reads a body up to a limit. Returns the bytes read so far if the connection fails. */
async function readBodyUpTo(
  response: OutboundResponse,
  maxBytes: number,
  acquireSlot: () => Promise<() => void>,
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
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let release: (() => void) | undefined;
  try {
    if (length > LARGE_BYTES) release = await acquireSlot();
    if (length <= maxBytes) return { bytes: await response.bytes(), isPartial };
    reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > LARGE_BYTES) release ??= await acquireSlot();
      if (size > maxBytes) {
        isPartial = true;
        await reader.cancel().catch(() => {});
        break;
      }
    }
  } catch (error) {
    if (isOutboundFailure(error)) readFailure = error;
    else if (error instanceof SemaphoreTimeoutError) {
      readFailure = outboundFailure("timeout", "Other large responses took the whole time.");
      await (reader ?? response.body).cancel().catch(() => {});
    } else throw error;
    isPartial = true;
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
