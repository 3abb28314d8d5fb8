import type { IncomingMessage } from "node:http";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import { isOutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import type { Deadline } from "./deadline.ts";
import type { ContentEncoding } from "./decode.ts";
import { decode } from "./decode.ts";

export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
  readonly deadline: Deadline;
}

/** Creates the failure for a body or a Content-Length over the limit. */
export function tooLarge({ host, maxBytes }: BodyLimits): OutboundFailure {
  return outboundFailure("too_large", `${host} sent more than ${maxBytes} bytes.`);
}

/**
 * Yields the decoded chunks of a body and enforces its limits. At the end it releases the
 * connection, or closes it if the body is incomplete.
 */
export async function* readBodyChunks(
  response: IncomingMessage,
  encoding: ContentEncoding | undefined,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const { deadline, host, maxBytes } = limits;
  try {
    // Count encoded bytes too, because an endless encoded stream can decode to nothing.
    const encodedChunks = limitBytes(
      response,
      encoding ? encodedLimit(maxBytes) : maxBytes,
      limits,
    );
    yield* encoding ? limitBytes(decode(encodedChunks, encoding), maxBytes, limits) : encodedChunks;
    if (!response.complete)
      throw outboundFailure("bad_answer", `${host} ended its response early.`);
  } catch (error) {
    if (deadline.signal.reason) throw deadline.signal.reason;
    if (isOutboundFailure(error)) throw error;
    throw outboundFailure("bad_answer", `${host} sent an incomplete or invalid body.`);
  } finally {
    deadline.end();
    if (!response.complete) response.destroy();
  }
}

/** Reads a whole unencoded body, with the same limits. */
export function readWholeBody(response: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const { deadline, host, maxBytes } = limits;
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let isSettled = false;
    const fail = (failure: OutboundFailure) => {
      isSettled = true;
      deadline.end();
      deadline.signal.unlisten(abort);
      response.destroy();
      reject(failure);
    };
    const abort = () => fail(requireValue(deadline.signal.reason, "the reason of an abort"));
    const handleClose = () => {
      if (!isSettled)
        fail(
          deadline.signal.reason ??
            outboundFailure("bad_answer", `${host} sent an incomplete or invalid body.`),
        );
    };
    if (deadline.signal.aborted) return abort();
    deadline.signal.listen(abort);
    response.on("error", handleClose);
    response.on("close", handleClose);
    response.on("end", () => {
      if (isSettled) return;
      if (!response.complete)
        return fail(outboundFailure("bad_answer", `${host} ended its response early.`));
      isSettled = true;
      deadline.end();
      deadline.signal.unlisten(abort);
      resolve(concatBytes(chunks, length));
    });
    response.on("data", (chunk: Uint8Array) => {
      if (isSettled) return;
      length += chunk.byteLength;
      if (length > maxBytes) fail(tooLarge(limits));
      else chunks.push(chunk);
    });
  });
}

/** Copies chunks into one array of `length` bytes. */
export function concatBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** The maximum encoded size of a body of `maxBytes`, because incompressible data grows slightly. */
export function encodedLimit(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 64) + 65_536;
}

async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of source) {
    count += chunk.byteLength;
    if (count > maxBytes) throw tooLarge(limits);
    yield new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  }
}
