import type { IncomingMessage } from "node:http";
import type { OutboundHeaders, OutboundResponse } from "../../core/ports/outbound.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import type { BodyLimits } from "./body.ts";
import { concatBytes, encodedLimit, readBodyChunks, readWholeBody, tooLarge } from "./body.ts";
import type { ContentEncoding } from "./decode.ts";
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
  const headers = encoding ? createHeaders(response.rawHeaders, WIRE_HEADERS) : raw;
  const body = { response, encoding, limits, isEmpty };
  return new ReceivedResponse(status, hop.target.url.href, headers, body);
}

interface ReceivedBody {
  readonly response: IncomingMessage;
  readonly encoding: ContentEncoding | undefined;
  readonly limits: BodyLimits;
  readonly isEmpty: boolean;
}

// A class, because V8 creates a hidden class for each object literal with a getter. That hidden
// class keeps the whole exchange alive until the next full garbage collection.
class ReceivedResponse implements OutboundResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: OutboundHeaders;
  private readonly received: ReceivedBody;
  private readonly emptyBody: Promise<Uint8Array> | undefined;
  private stream: ReadableStream<Uint8Array> | undefined;
  private isRead = false;

  constructor(status: number, url: string, headers: OutboundHeaders, received: ReceivedBody) {
    this.status = status;
    this.url = url;
    this.headers = headers;
    this.received = received;
    // Callers don't read an empty body, so read it here to release the connection.
    if (received.isEmpty) this.emptyBody = readWholeBody(received.response, received.limits);
    this.emptyBody?.catch(() => {});
  }

  get body(): ReadableStream<Uint8Array> {
    const { response, limits, encoding, isEmpty } = this.received;
    const cancel = () => {
      limits.deadline.end();
      response.destroy();
    };
    this.stream ??= isEmpty
      ? new Blob([]).stream()
      : toStream(readBodyChunks(response, encoding, limits), cancel);
    return this.stream;
  }

  async bytes(): Promise<Uint8Array> {
    if (this.isRead) throw new TypeError("The body has already been read.");
    this.isRead = true;
    if (this.emptyBody) return this.emptyBody;
    const { response, encoding, limits } = this.received;
    // A whole body needs no stream and no generator.
    if (!this.stream && !encoding) return readWholeBody(response, limits);
    return readAll(this.stream ?? readBodyChunks(response, encoding, limits));
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }
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
