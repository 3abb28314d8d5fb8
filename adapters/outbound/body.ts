import type { IncomingMessage } from "node:http";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import { isOutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import type { Deadline } from "./deadline.ts";
import type { Coding } from "./decode.ts";
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
export async function* bodyPieces(
  response: IncomingMessage,
  coding: Coding | undefined,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const { deadline, host, maxBytes } = limits;
  try {
    // Coded bytes are counted too: a coded stream can go on for ever without a decoded byte.
    const wire = counted(response, coding ? codedLimit(maxBytes) : maxBytes, limits);
    yield* coding ? counted(decode(wire, coding), maxBytes, limits) : wire;
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
export function wholeBody(response: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const { deadline, host, maxBytes } = limits;
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    let isOver = false;
    const fail = (failure: OutboundFailure) => {
      isOver = true;
      deadline.end();
      deadline.signal.unlisten(stop);
      response.destroy();
      reject(failure);
    };
    const stop = () => fail(deadline.signal.reason!);
    const lost = () => {
      if (!isOver)
        fail(
          deadline.signal.reason ??
            outboundFailure("bad_answer", `${host} sent a body that cannot be read to its end.`),
        );
    };
    if (deadline.signal.aborted) return stop();
    deadline.signal.listen(stop);
    response.on("error", lost);
    response.on("close", lost);
    response.on("end", () => {
      if (isOver) return;
      if (!response.complete)
        return fail(outboundFailure("bad_answer", `${host} ended its answer early.`));
      isOver = true;
      deadline.end();
      deadline.signal.unlisten(stop);
      resolve(joined(pieces, length));
    });
    response.on("data", (piece: Uint8Array) => {
      if (isOver) return;
      length += piece.byteLength;
      if (length > maxBytes) fail(tooLarge(limits));
      else pieces.push(piece);
    });
  });
}

/** Pieces as one, in bytes of its own. */
export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** Most bytes on the wire for a coded body of `maxBytes`: what cannot be packed grows a little. */
export function codedLimit(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 64) + 65_536;
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  most: number,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of source) {
    count += piece.byteLength;
    if (count > most) throw tooLarge(limits);
    yield new Uint8Array(piece.buffer as ArrayBuffer, piece.byteOffset, piece.byteLength);
  }
}
