import { internalProblem, Problem } from "../problem.ts";
import type { HttpResponse } from "./handler.ts";

/** What keeps a browser that shows an answer of ours from running, framing or passing on anything of it; the one list of it. */
export const SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** The same for pages of ours, which bring their style with them. */
export const PAGE_SECURITY_HEADERS = {
  ...SECURITY_HEADERS,
  "content-security-policy": SECURITY_HEADERS["content-security-policy"].replace(
    ";",
    "; style-src 'unsafe-inline';",
  ),
};

/** An answer in JSON. */
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

/** An answer in text of some kind; UTF-8. What a page of HTML may do, `headers` say. */
export function textResponse(
  body: string,
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

/** Anything thrown as an answer (RFC 9457): a `Problem` as it is, any other error as a 500 that tells nothing. */
export function problemResponse(error: unknown, requestId: string): HttpResponse {
  const problem = error instanceof Problem ? error : internalProblem();
  return jsonResponse(problem.toBody(requestId), problem.status, {
    ...problem.headers,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}
