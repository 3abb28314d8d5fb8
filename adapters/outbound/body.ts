import type { IncomingMessage } from "node:http";
import { isOutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import type { Deadline } from "./deadline.ts";
import { decode } from "./decode.ts";
import type { Coding } from "./decode.ts";

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
export async function* bodyPieces(response: IncomingMessage, coding: Coding | undefined, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const { deadline, host, maxBytes } = limits;
  try {
    // Coded bytes are counted too: a coded stream can go on for ever without a decoded byte.
    const wire = counted(response, coding ? codedLimit(maxBytes) : maxBytes, limits);
    yield* coding ? counted(decode(wire, coding), maxBytes, limits) : wire;
    if (!response.complete) throw outboundFailure("bad_answer", `${host} ended its answer early.`);
  } catch (error) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    if (isOutboundFailure(error)) throw error;
    throw outboundFailure("bad_answer", `${host} sent a body that cannot be read to its end.`);
  } finally {
    deadline.end();
    if (!response.complete) response.destroy();
  }
}

/** Most bytes on the wire for a coded body of `maxBytes`: what cannot be packed grows a little. */
export function codedLimit(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 64) + 65_536;
}

async function* counted(source: AsyncIterable<Uint8Array>, most: number, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of source) {
    count += piece.byteLength;
    if (count > most) throw tooLarge(limits);
    yield new Uint8Array(piece.buffer as ArrayBuffer, piece.byteOffset, piece.byteLength);
  }
}
