import type { IncomingMessage } from "node:http";
import type { OutboundResponse } from "../../core/ports/outbound.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import type { BodyLimits } from "./body.ts";
import { concatBytes, encodedLimit, readBodyChunks, readWholeBody, tooLarge } from "./body.ts";
import { parseEncoding } from "./decode.ts";
import { createHeaders } from "./headers.ts";
import type { Hop } from "./redirect.ts";

const WIRE_HEADERS = new Set(["content-encoding", "content-length"]);

/**
 * Creates the response for the caller. Throws, without reading the body, if its Content-Length
 * exceeds the limit or its coding is unsupported.
 */
export function createResponse(
  response: IncomingMessage,
  hop: Hop,
  limits: BodyLimits,
): OutboundResponse {
  const status = response.statusCode ?? 0;
  const raw = createHeaders(response.rawHeaders);
  const length = Number(raw.get("content-length") ?? "NaN");
  const isEmpty = hop.method === "HEAD" || status === 204 || status === 304 || length === 0;
  const encoding = isEmpty ? undefined : parseEncoding(raw.get("content-encoding"));
  if (encoding === null)
    throw outboundFailure(
      "bad_answer",
      `${limits.host} sent a body with an unsupported content coding.`,
    );
  if (!isEmpty && length > (encoding ? encodedLimit(limits.maxBytes) : limits.maxBytes))
    throw tooLarge(limits);

  // Callers don't read an empty body, so read it here to release the connection.
  const emptyBody = isEmpty ? readWholeBody(response, limits) : undefined;
  emptyBody?.catch(() => {});
  let stream: ReadableStream<Uint8Array> | undefined;
  let isRead = false;
  const bytes = async () => {
    if (isRead) throw new TypeError("The body has already been read.");
    isRead = true;
    if (emptyBody) return emptyBody;
    // A whole body needs no stream and no generator.
    if (!stream && !encoding) return readWholeBody(response, limits);
    return readAll(stream ?? readBodyChunks(response, encoding, limits));
  };
  const cancel = () => {
    limits.deadline.end();
    response.destroy();
  };
  return {
    status,
    url: hop.target.url.href,
    headers: encoding ? createHeaders(response.rawHeaders, WIRE_HEADERS) : raw,
    get body() {
      stream ??= isEmpty
        ? new Blob([]).stream()
        : toStream(readBodyChunks(response, encoding, limits), cancel);
      return stream;
    },
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

function toStream(
  chunks: AsyncGenerator<Uint8Array>,
  cancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunksRead: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    chunksRead.push(chunk);
    length += chunk.byteLength;
  }
  return concatBytes(chunksRead, length);
}
