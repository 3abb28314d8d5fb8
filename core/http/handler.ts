/** What a handler takes: the part of a web `Request` that the core needs, so that a `Request` is one. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: {
    get(name: string): string | null;
    /** All of them, by lower-case name. */
    entries?(): Iterable<readonly [name: string, value: string]>;
  };
  /** The address of whoever is connected, a proxy perhaps; to be asked before the answer is given. None where no connection is. */
  peerAddress?(): string | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly body: ReadableStream<Uint8Array> | null;
  /** The whole body; instead of reading `body`. */
  bytes(): Promise<Uint8Array>;
}

/** What stands in an answer's body. */
export type ResponseBody = string | Uint8Array | ReadableStream<Uint8Array> | null;

/** What a handler gives: plain values, which each runtime writes in its own fastest way. */
export interface HttpResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Record<string, string | string[]>;
  readonly body: ResponseBody;
}

/** The one seam between the core and the adapters. Never rejects: what goes wrong is an answer too. */
export type Handler = (request: HttpRequest) => Promise<HttpResponse>;

/** The host of an absolute URL, with its port. */
export function parseHost(url: string): string {
  const start = url.indexOf("://") + 3;
  const end = url.indexOf("/", start);
  return url.slice(start, end === -1 ? undefined : end);
}

/** Mounts a handler anywhere that speaks fetch. */
export function toFetch(handler: Handler): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await handler(request));
}

/** An answer as a web `Response`. */
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
