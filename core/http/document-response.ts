import { conditional, createEtag } from "./conditional.ts";
import type { HttpRequest, HttpResponse } from "./handler.ts";
import { textResponse } from "./response.ts";

/** A generated document as an answer: with an ETag, open to every origin, and to be asked for again rather than kept unless `headers` say otherwise. */
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

/** A generated JSON document as an answer, which may be kept for an hour. */
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
