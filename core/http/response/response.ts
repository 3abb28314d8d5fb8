import type { HttpResponse } from "../handler.ts";
import { internalProblem, Problem } from "../problem.ts";

/**
 * Headers that keep a browser from running or framing a response, and from sending its URL as
 * referrer.
 */
export const SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

export function jsonResponse(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): HttpResponse {
  return {
    status,
    headers: { ...SECURITY_HEADERS, "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/** Creates a UTF-8 text response. For `text/html` the caller passes the security headers. */
export function textResponse(
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  mediaType: string,
  headers: Record<string, string> = {},
): HttpResponse {
  return {
    status: 200,
    headers: {
      ...(mediaType !== "text/html" && SECURITY_HEADERS),
      "content-type": `${mediaType}; charset=utf-8`,
      ...headers,
    },
    body,
  };
}

/**
 * Converts a thrown value to a problem response (RFC 9457). Anything but a `Problem` becomes a 500
 * without details.
 */
export function problemResponse(error: unknown, requestId: string): HttpResponse {
  const problem = error instanceof Problem ? error : internalProblem();
  return jsonResponse(problem.toBody(requestId), problem.status, {
    ...problem.headers,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}
