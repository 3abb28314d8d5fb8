import type { OutboundOptions } from "../../core/ports/outbound.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import type { Hop } from "./redirect.ts";
import { target } from "./target.ts";

// The connection's own headers: whoever could write these could write a second request.
const drivers = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The first hop of an exchange, or a refusal of what the caller wants sent. */
export function firstHop(url: string, options: OutboundOptions, userAgent: string): Hop {
  const place = target(url);
  const method = (options.method ?? "GET").toUpperCase();
  if (!token.test(method) || ["CONNECT", "TRACE", "TRACK"].includes(method)) {
    throw outboundFailure(
      "bad_request",
      `A request to ${place.host} has a method that is not sent.`,
    );
  }
  if (options.body !== undefined && (method === "GET" || method === "HEAD")) {
    throw outboundFailure(
      "bad_request",
      `A ${method} request to ${place.host} has a body; send it with another method.`,
    );
  }
  const headers: Record<string, string> = {
    accept: "*/*",
    "accept-encoding": "gzip, br, deflate",
    "user-agent": userAgent,
  };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    const lower = name.toLowerCase();
    if (!token.test(name) || drivers.has(lower) || !fieldValue.test(value)) {
      throw outboundFailure(
        "bad_request",
        `A request to ${place.host} has a header that is not sent.`,
      );
    }
    headers[lower] = value;
  }
  return {
    target: place,
    method,
    headers,
    ...(options.body === undefined ? {} : { body: options.body }),
  };
}
