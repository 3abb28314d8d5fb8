import { setRecent } from "../../lib/kit/net/freshness.ts";
import type { HttpRequest, HttpResponse } from "../handler.ts";
import { conditional, createEtag } from "./conditional.ts";
import { textResponse } from "./response.ts";

/** A document of this size takes as long to encode and digest as a small request in total. */
const LARGE_CHARACTERS = 16 * 1024;
/** The number of large documents that stay encoded. */
const MAX_ENCODED = 32;

interface EncodedDocument {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Large documents by their text, so that only the first request for each encodes and digests it. */
const encodedDocuments = new Map<string, Promise<EncodedDocument>>();

function encodeOnce(text: string): Promise<EncodedDocument> {
  const encoded = encodedDocuments.get(text) ?? encode(text);
  setRecent(encodedDocuments, text, encoded, MAX_ENCODED);
  return encoded;
}

async function encode(text: string): Promise<EncodedDocument> {
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: await createEtag(bytes) };
}

/**
 * Creates the response for a generated document: with an ETag, readable from every origin, and
 * revalidated on each use unless `headers` differ.
 */
export async function documentResponse(
  request: HttpRequest,
  text: string,
  mediaType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const encoded = text.length > LARGE_CHARACTERS ? await encodeOnce(text) : undefined;
  const responseHeaders = {
    etag: encoded?.etag ?? (await createEtag(text)),
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
    ...headers,
  };
  return conditional(request, textResponse(encoded?.bytes ?? text, mediaType, responseHeaders));
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
