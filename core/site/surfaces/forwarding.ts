import {
  detectFraming,
  endToEndHeaders,
  endToEndResponseHeaders,
} from "../../http/end-to-end-headers.ts";
import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { isOutboundFailure } from "../../ports/outbound.ts";
import type { Upstream } from "../../ports/upstream.ts";
import { Problem } from "../../problem.ts";
import type { Site } from "../domain/site.ts";

/** What stands behind, and what it is told of who asks. */
export interface UpstreamOptions {
  readonly origin: Upstream;
  /** The addresses that a request came by, the client's first, as X-Forwarded-For lists them. */
  forwardedAddresses(request: HttpRequest): readonly string[];
  /** Who a request's client is, as clients are counted; everyone is one by default. */
  clientKey?(request: HttpRequest): string;
  /** The most bytes of a request's body that are passed on; 1 GiB by default. */
  readonly maxBodyBytes?: number;
}

const DEFAULT_MAX_BODY_BYTES = 2 ** 30;

/** How a request is changed on its way; by default not at all. */
export interface RequestChanges {
  /** Another path, with its query. */
  readonly path?: string;
  /** GET instead of HEAD, where the body is needed. */
  readonly method?: "GET";
  /** Headers to set, or to leave out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Passes a request on to the origin, and gives its answer; throws the `Problem` "origin_unreachable" where none comes. */
export type Forward = (
  request: HttpRequest,
  path: string,
  changes?: RequestChanges,
) => Promise<HttpResponse>;

/** Who asks, and for what host, is told by these and not by what a client has written into them. */
const FORWARDING_HEADERS =
  /^(forwarded|x[-_]forwarded[-_].*|x[-_]real[-_]ip|x[-_](original|rewrite)[-_](url|host)|x[-_](http[-_])?host([-_]override)?)$/;

/** The client's address, as proxies of some companies tell it: true only where the request came by one. */
const CLIENT_ADDRESS_HEADERS =
  /^(true|cf|x|fastly|x[-_]cluster)[-_](connecting|client|client[-_]connecting)[-_]ip$/;

/** Passes requests on as they came, but for what belongs to the connection; of an answer, an address of the origin becomes the site's own. */
export function createForwarder(
  {
    origin,
    forwardedAddresses,
    clientKey = () => "",
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
  }: UpstreamOptions,
  site: Site,
): Forward {
  const { host, protocol } = new URL(site.origin);
  const scheme = protocol.slice(0, -1);
  return async (request, path, { method, headers: changedHeaders = {} } = {}) => {
    rejectUpgrade(request);
    const framing = method ? "none" : detectFraming(request);
    if (framing === "length" && Number(request.headers.get("content-length")) > maxBodyBytes)
      throw bodyTooLarge(maxBodyBytes);
    const limitedBody =
      framing === "chunked" && request.body ? limitBody(request.body, maxBodyBytes) : undefined;
    const body = framing === "none" ? null : (limitedBody?.stream ?? request.body);
    // A length without its bytes, and whatever follows on that connection would be taken for them.
    if (framing !== "none" && body === null)
      throw new Problem(
        "not_implemented",
        `A ${request.method} with a body is not passed on to the site behind this service.`,
        {
          hint: "Send it with another method, or without the body.",
          headers: { connection: "close" },
        },
      );
    const headers = endToEndHeaders(
      request.headers.entries?.() ?? [],
      request.headers.get("connection") ?? "",
    );
    const addresses = forwardedAddresses(request);
    for (const name in headers)
      if (
        FORWARDING_HEADERS.test(name) ||
        (addresses.length < 2 && CLIENT_ADDRESS_HEADERS.test(name))
      )
        delete headers[name];
    delete headers["host"];
    if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
    headers["x-forwarded-host"] = host;
    headers["x-forwarded-proto"] = scheme;
    headers["forwarded"] =
      `${addresses.map(formatForwardedFor).join(", ")}${addresses.length > 0 ? ";" : ""}host="${host}";proto=${scheme}`;
    for (const [name, value] of Object.entries(changedHeaders)) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    if (method) delete headers["content-length"];
    if (framing === "chunked") headers["transfer-encoding"] = "chunked";
    try {
      const response = await origin.forward({
        method: method ?? request.method,
        path,
        headers,
        body,
        client: clientKey(request),
        signal: request.signal,
      });
      const responseHeaders = endToEndResponseHeaders(response);
      for (const name of ["location", "content-location"])
        if (typeof responseHeaders[name] === "string")
          responseHeaders[name] = toPublicUrl(responseHeaders[name], origin.url, site.origin);
      // With a length of its own a body would be waited for.
      if (response.status === 205) responseHeaders["content-length"] = "0";
      return { status: response.status, headers: responseHeaders, body: response.body };
    } catch (cause) {
      if (limitedBody?.isTooLarge()) throw bodyTooLarge(maxBodyBytes);
      if (!isOutboundFailure(cause)) throw cause;
      if (cause.code === "busy") {
        throw new Problem(
          "unavailable",
          "The site behind this service is busy: as many requests as it may be asked at once are under way, and none ended in time.",
          {
            cause,
            hint: "Try again in a moment, and ask for less at once.",
            headers: { "retry-after": "5" },
          },
        );
      }
      throw new Problem(
        "origin_unreachable",
        `The site behind this service gives no answer: ${REASONS[cause.code] ?? "it can't be reached"}.`,
        {
          cause,
          hint: "Try again in a moment; the operator finds the cause in the log.",
          headers: { "retry-after": "10" },
        },
      );
    }
  };
}

const bodyTooLarge = (maxBytes: number) =>
  new Problem(
    "body_too_large",
    `The body is over ${maxBytes} bytes, which is the most that is passed on to the site behind this service.`,
    { headers: { connection: "close" } },
  );

/** A body that breaks off where it is over the most, as it may be that comes in chunks. */
function limitBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): { readonly stream: ReadableStream<Uint8Array>; isTooLarge(): boolean } {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let length = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (reader ??= body.getReader()).read();
        if (done) return controller.close();
        length += value.byteLength;
        if (length <= maxBytes) return controller.enqueue(value);
        controller.error(new Error("The body is too large."));
        await reader.cancel();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, isTooLarge: () => length > maxBytes };
}

/** RFC 7239 §6. */
const formatForwardedFor = (address: string) =>
  `for=${address.includes(":") ? `"[${address}]"` : address}`;

/** What is said of a failure, which names no inner host. */
const REASONS: Readonly<Record<string, string>> = {
  timeout: "it takes too long",
  bad_answer: "what came back is no answer in HTTP",
  too_large: "its headers are too long",
  unresolvable: "its name has no address",
};

function rejectUpgrade({ method, headers }: HttpRequest): void {
  if (/\bwebsocket\b/i.test(headers.get("upgrade") ?? "")) {
    throw new Problem(
      "not_implemented",
      "WebSockets are not passed on to the site behind this service.",
      { hint: "The operator can lead them past it, to the site itself." },
    );
  }
  if (method === "CONNECT" || method === "TRACE")
    throw new Problem("not_implemented", `${method} is not passed on.`);
}

/** An absolute address at the origin, as the public sees it. */
function toPublicUrl(address: string, upstreamOrigin: string, publicOrigin: string): string {
  const schemelessOrigin = upstreamOrigin.slice(upstreamOrigin.indexOf("//"));
  const start = address.startsWith(upstreamOrigin)
    ? upstreamOrigin.length
    : address.startsWith(schemelessOrigin)
      ? schemelessOrigin.length
      : -1;
  return start !== -1 && /^([/?#]|$)/.test(address.slice(start))
    ? publicOrigin + address.slice(start)
    : address;
}
