import type { IncomingMessage } from "node:http";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import { isOutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import type { Deadline } from "./deadline.ts";
import type { ContentEncoding } from "./decode.ts";
import { decode } from "./decode.ts";

/** What reading a body is bound to. */
export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
  readonly deadline: Deadline;
}

/** The failure of a body, or of a Content-Length, that is over the limit. */
export function tooLarge({ host, maxBytes }: BodyLimits): OutboundFailure {
  return outboundFailure("too_large", `${host} sent more than ${maxBytes} bytes.`);
}

/** The body's pieces, decoded and counted; the connection is released or closed at their end, however it comes. */
export async function* readBodyChunks(
  response: IncomingMessage,
  encoding: ContentEncoding | undefined,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const { deadline, host, maxBytes } = limits;
  try {
    // Coded bytes are counted too: a coded stream can go on for ever without a decoded byte.
    const encodedChunks = limitBytes(
      response,
      encoding ? encodedLimit(maxBytes) : maxBytes,
      limits,
    );
    yield* encoding ? limitBytes(decode(encodedChunks, encoding), maxBytes, limits) : encodedChunks;
    if (!response.complete) throw outboundFailure("bad_answer", `${host} ended its answer early.`);
  } catch (error) {
    if (deadline.signal.reason) throw deadline.signal.reason;
    if (isOutboundFailure(error)) throw error;
    throw outboundFailure("bad_answer", `${host} sent a body that cannot be read to its end.`);
  } finally {
    deadline.end();
    if (!response.complete) response.destroy();
  }
}

/** The whole of an uncoded body at once, under the same limits. */
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
    const abort = () => fail(deadline.signal.reason!);
    const handleClose = () => {
      if (!isSettled)
        fail(
          deadline.signal.reason ??
            outboundFailure("bad_answer", `${host} sent a body that cannot be read to its end.`),
        );
    };
    if (deadline.signal.aborted) return abort();
    deadline.signal.listen(abort);
    response.on("error", handleClose);
    response.on("close", handleClose);
    response.on("end", () => {
      if (isSettled) return;
      if (!response.complete)
        return fail(outboundFailure("bad_answer", `${host} ended its answer early.`));
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

/** Pieces as one, in bytes of its own. */
export function concatBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Most bytes on the wire for a coded body of `maxBytes`: what cannot be packed grows a little. */
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
