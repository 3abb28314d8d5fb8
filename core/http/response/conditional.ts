import { hex, sha256 } from "../../lib/kit/bytes/digest.ts";
import type { HttpRequest, HttpResponse } from "../handler.ts";

/**
 * Returns 304 if `If-None-Match` contains the response's `etag` (RFC 9110 §13.1.2, weak
 * comparison), else the response. The response must have an `etag`.
 */
export function conditional(request: HttpRequest, response: HttpResponse): HttpResponse {
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch === null || !matches(ifNoneMatch, String(response.headers["etag"])))
    return response;
  if (response.body instanceof ReadableStream) void response.body.cancel();
  const { "content-length": _, "content-type": __, ...headers } = response.headers;
  return { status: 304, headers, body: null };
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, "");
  return (
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => opaqueTag(tag) === opaqueTag(etag))
  );
}

/** Creates an ETag from a text. The same text has the same ETag in every process. */
export const createEtag = async (text: string | Uint8Array): Promise<string> =>
  `"${hex((await sha256(text)).subarray(0, 12))}"`;
