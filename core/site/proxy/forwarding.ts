import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { Problem } from "../../http/problem.ts";
import {
  detectFraming,
  endToEndHeaders,
  endToEndResponseHeaders,
} from "../../http/response/end-to-end-headers.ts";
import { isOutboundFailure, type OutboundFailure } from "../../ports/outbound.ts";
import type { Upstream } from "../../ports/upstream.ts";
import type { Site } from "../site.ts";

/** The upstream site, and what it learns about clients. */
export interface UpstreamOptions {
  readonly origin: Upstream;
  /**
   * Returns the addresses that the request passed through in the order of X-Forwarded-For, with the
   * client's address first.
   */
  forwardedAddresses(request: HttpRequest): readonly string[];
  /** Returns the rate limiter's key of the client. By default, all clients share one key. */
  clientKey?(request: HttpRequest): string;
  /** The maximum size of a forwarded request body in bytes. Default: 1 GiB. */
  readonly maxBodyBytes?: number;
}

const DEFAULT_MAX_BODY_BYTES = 2 ** 30;

/** Changes to a forwarded request. */
interface RequestChanges {
  /** GET instead of HEAD, if the caller needs the body. */
  readonly method?: "GET";
  /** Headers to set, or to remove if undefined. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * Forwards a request to the upstream site and resolves with its response, whatever the status.
 * Throws the `Problem` `origin_unreachable` or `unavailable` if there is no response, and
 * `not_implemented` or `body_too_large` if the request can't be forwarded.
 */
export type Forward = (
  request: HttpRequest,
  path: string,
  changes?: RequestChanges,
) => Promise<HttpResponse>;

/**
 * Headers about the client and the requested host. Those that clients send are replaced, because
 * they may be forged. `Proxy` is removed because a CGI program reads it as the variable HTTP_PROXY
 * (httpoxy). Some servers read an underscore as a hyphen.
 */
const FORWARDING_HEADERS =
  /^(proxy|forwarded|x[-_]forwarded([-_].*)?|x[-_]original[-_]forwarded[-_]for|x[-_]real[-_]ip|x[-_](original|rewrite)[-_](url|host)|x[-_](http[-_])?host([-_]override)?)$/;

/**
 * Headers in which CDNs and load balancers send the client's address, such as True-Client-IP,
 * X-Azure-ClientIP, Remote-Addr and X-Vercel-Forwarded-For. They are forged unless the request came
 * through a proxy. Matches any name that ends with the word "ip", because the list of such headers
 * has no end.
 */
const CLIENT_ADDRESS_HEADERS =
  /((^|[-_])|client|connecting|real|remote|socket|source|user)ip(v[46])?$|(client|external|peer|remote|socket|source|viewer)[-_]?addr(ess)?$|(forward|forwarded|proxied)[-_]for$|^(remote|x[-_]remote)[-_]host$|^x[-_]custom[-_]ip[-_]authorization$/;

/**
 * Creates the function that forwards requests. It drops hop-by-hop headers, sets the forwarding
 * headers, and rewrites upstream URLs in Location and Content-Location to the site's own origin.
 */
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
    // Forwarding a Content-Length without the bytes would make the upstream site read the next
    // request as the body.
    if (framing !== "none" && body === null)
      throw new Problem(
        "not_implemented",
        `${request.method} requests with a body can't be forwarded.`,
        {
          hint: "Use another method, or send the request without a body.",
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
      // A 205 has no body, but a nonzero length would make clients wait for one.
      if (response.status === 205) responseHeaders["content-length"] = "0";
      return { status: response.status, headers: responseHeaders, body: response.body };
    } catch (cause) {
      if (limitedBody?.isTooLarge()) throw bodyTooLarge(maxBodyBytes);
      if (!isOutboundFailure(cause)) throw cause;
      throw upstreamProblem(cause);
    }
  };
}

function upstreamProblem(cause: OutboundFailure): Problem {
  if (cause.code === "busy")
    return new Problem("unavailable", "The upstream site is busy with other requests.", {
      cause,
      hint: "Try again in a few seconds, and send fewer requests at once.",
      headers: { "retry-after": "5" },
    });
  return new Problem(
    "origin_unreachable",
    FAILURE_DETAILS[cause.code] ?? "The upstream site is unreachable.",
    {
      cause,
      hint: "Try again in a few seconds. The operator can find the cause in the log.",
      headers: { "retry-after": "10" },
    },
  );
}

const bodyTooLarge = (maxBytes: number) =>
  new Problem(
    "body_too_large",
    `The request body exceeds ${maxBytes} bytes, the limit for forwarded requests.`,
    { hint: "Send a smaller body.", headers: { connection: "close" } },
  );

/** Returns a stream that fails once a body without a known length exceeds `maxBytes`. */
function limitBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): { readonly stream: ReadableStream<Uint8Array>; isTooLarge(): boolean } {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let length = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader();
        const { done, value } = await reader.read();
        if (done) return controller.close();
        length += value.byteLength;
        if (length <= maxBytes) return controller.enqueue(value);
        controller.error(new Error(`The request body exceeds ${maxBytes} bytes.`));
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

/** Problem details by outbound failure. They don't reveal the internal host. */
const FAILURE_DETAILS: Readonly<Record<string, string>> = {
  timeout: "The upstream site took too long to respond.",
  bad_answer: "The upstream site sent an invalid HTTP response.",
  too_large: "The upstream site sent too many response headers.",
  unresolvable: "The upstream site's host name has no address.",
};

function rejectUpgrade({ method, headers }: HttpRequest): void {
  if (/\bwebsocket\b/i.test(headers.get("upgrade") ?? "")) {
    throw new Problem("not_implemented", "WebSocket connections can't be forwarded.", {
      hint: "Ask the operator to route WebSocket connections directly to the upstream site.",
    });
  }
  if (method === "CONNECT" || method === "TRACE")
    throw new Problem("not_implemented", `${method} requests can't be forwarded.`, {
      hint: "Use another method.",
    });
}

/** Replaces the upstream origin of an absolute or scheme-relative URL by the public one. */
function toPublicUrl(url: string, upstreamOrigin: string, publicOrigin: string): string {
  const schemeRelativeOrigin = upstreamOrigin.slice(upstreamOrigin.indexOf("//"));
  for (const origin of [upstreamOrigin, schemeRelativeOrigin]) {
    if (!url.startsWith(origin)) continue;
    const rest = url.slice(origin.length);
    return /^([/?#]|$)/.test(rest) ? publicOrigin + rest : url;
  }
  return url;
}
