import { conditional, createEtag } from "./conditional.ts";
import type { HttpRequest, HttpResponse } from "./handler.ts";
import { textResponse } from "./response.ts";

/**
 * Creates the response for a generated document: with an ETag, readable from every origin, and
 * revalidated on each use unless `headers` differ.
 */
export async function documentResponse(
  request: HttpRequest,
  body: string,
  mediaType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const responseHeaders = {
    etag: await createEtag(body),
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
    ...headers,
  };
  return conditional(request, textResponse(body, mediaType, responseHeaders));
}

/** Creates the response for a generated JSON document, cacheable for an hour. */
export const jsonDocumentResponse = (
  request: HttpRequest,
  value: object,
  mediaType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> =>
  documentResponse(request, `${JSON.stringify(value, null, 2)}\n`, mediaType, {
    "content-type": mediaType,
    "cache-control": "public, max-age=3600",
    ...headers,
  });
