/** The part of a web `Request` that the core needs. Every `Request` satisfies it. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: {
    get(name: string): string | null;
    /** All headers, with lowercase names. */
    entries?(): Iterable<readonly [name: string, value: string]>;
  };
  /**
   * The address of the other end of the connection, perhaps a proxy's. Call it before the response
   * is sent. `undefined` without a connection.
   */
  peerAddress?(): string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Reads the whole body. Use either this, `text()` or `body`. */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as UTF-8, if the runtime can do so directly. */
  text?(): Promise<string>;
}

export type ResponseBody = string | Uint8Array | ReadableStream<Uint8Array> | null;

/** A response as plain values, which each runtime writes in its fastest way. */
export interface HttpResponse {
  readonly status: number;
  /** Names are lowercase. */
  readonly headers: Record<string, string | string[]>;
  readonly body: ResponseBody;
}

/**
 * The interface between the core and the runtime adapters. Never rejects, because errors become
 * responses. Returns a promise only if there is something to wait for.
 */
export type Handler = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

/** Converts a handler to a fetch handler, for any server that accepts one. */
export function toFetch(handler: Handler): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await handler(request));
}

/** Converts a response to a web `Response`. */
export function toResponse({ status, headers, body }: HttpResponse): Response {
  let hasRepeatedHeaders = false;
  for (const name in headers) if (typeof headers[name] !== "string") hasRepeatedHeaders = true;
  if (!hasRepeatedHeaders)
    return new Response(body as BodyInit | null, {
      status,
      headers: headers as Record<string, string>,
    });
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return new Response(body as BodyInit | null, { status, headers: pairs });
}

/**
 * Converts a thrown value to a response. The response to anything but a `Problem` contains no
 * details.
 */
export type ErrorResponder = (
  error: unknown,
  requestId: string,
  request: HttpRequest,
) => Promise<HttpResponse> | HttpResponse;
