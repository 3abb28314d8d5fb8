import type { IncomingMessage } from "node:http";
import type { OutboundAnswer } from "../../core/ports/outbound.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import type { BodyLimits } from "./body.ts";
import { bodyPieces, codedLimit, joined, tooLarge, wholeBody } from "./body.ts";
import { codingOf } from "./decode.ts";
import { answerHeaders } from "./headers.ts";
import type { Hop } from "./redirect.ts";

const ofTheWire = new Set(["content-encoding", "content-length"]);

/** The answer that the caller gets; a body that says it is too large, or coded as nobody asked, is refused unread. */
export function answerOf(response: IncomingMessage, hop: Hop, limits: BodyLimits): OutboundAnswer {
  const status = response.statusCode ?? 0;
  const raw = answerHeaders(response.rawHeaders);
  const length = Number(raw.get("content-length") ?? "NaN");
  const isEmpty = hop.method === "HEAD" || status === 204 || status === 304 || length === 0;
  const coding = isEmpty ? undefined : codingOf(raw.get("content-encoding"));
  if (coding === null)
    throw outboundFailure(
      "bad_answer",
      `${limits.host} sent its body in a coding that was not asked for.`,
    );
  if (!isEmpty && length > (coding ? codedLimit(limits.maxBytes) : limits.maxBytes))
    throw tooLarge(limits);

  // Nobody needs to read an empty body, so it must not hold the connection.
  const empty = isEmpty ? wholeBody(response, limits) : undefined;
  empty?.catch(() => {});
  let stream: ReadableStream<Uint8Array> | undefined;
  let isRead = false;
  const bytes = async () => {
    if (isRead) throw new TypeError("The body was read already.");
    isRead = true;
    if (empty) return empty;
    // What is read at once needs no stream, and no generator for each of its pieces.
    if (!stream && !coding) return wholeBody(response, limits);
    return gathered(stream ?? bodyPieces(response, coding, limits));
  };
  const cancel = () => {
    limits.deadline.end();
    response.destroy();
  };
  return {
    status,
    url: hop.target.url.href,
    headers: coding ? answerHeaders(response.rawHeaders, ofTheWire) : raw,
    get body() {
      return (stream ??= isEmpty
        ? new Blob([]).stream()
        : streamOf(bodyPieces(response, coding, limits), cancel));
    },
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

function streamOf(
  pieces: AsyncGenerator<Uint8Array>,
  cancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    all.push(piece);
    length += piece.byteLength;
  }
  return joined(all, length);
}
