import type { FetchOptions } from "../../core/lib/kit/net/fetch.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import type { Hop } from "./redirect.ts";
import { parseTarget } from "./target.ts";

// Headers that control the connection. With these a caller could smuggle a second request.
const CONNECTION_HEADERS = new Set([
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
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Creates the first hop of a fetch. Throws `bad_request` for a forbidden method, body or header.
 */
export function createFirstHop(url: string, options: FetchOptions, userAgent: string): Hop {
  const destination = parseTarget(url);
  const method = (options.method ?? "GET").toUpperCase();
  if (!TOKEN.test(method) || ["CONNECT", "TRACE", "TRACK"].includes(method)) {
    throw outboundFailure(
      "bad_request",
      `The request to ${destination.host} has a forbidden method.`,
    );
  }
  if (options.body !== undefined && (method === "GET" || method === "HEAD")) {
    throw outboundFailure(
      "bad_request",
      `The ${method} request to ${destination.host} must not have a body.`,
    );
  }
  const headers: Record<string, string> = {
    accept: "*/*",
    "accept-encoding": "gzip, br, deflate",
    "user-agent": userAgent,
  };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    const lowerName = name.toLowerCase();
    if (!TOKEN.test(name) || CONNECTION_HEADERS.has(lowerName) || !FIELD_VALUE.test(value)) {
      throw outboundFailure(
        "bad_request",
        `The request to ${destination.host} has a forbidden header.`,
      );
    }
    headers[lowerName] = value;
  }
  return {
    target: destination,
    method,
    headers,
    ...(options.body === undefined ? {} : { body: options.body }),
  };
}
