import { concatBytes } from "../../http/bytes.ts";
import type { HttpResponse } from "../../http/handler.ts";
import { mirrorPath } from "../domain/mirror.ts";
import { isHtml } from "./markdown-cache.ts";

/** How far into a page its head is looked for. */
const HEAD_BYTES = 64 * 1024;

/** So little that the page's own `<meta charset>` stays among its first 1,024 bytes, where browsers look for it. */
const MAX_ADDED_BYTES = 512;

/** What marks the ETag of a page that has been added to, so that it is no other's. */
const ETAG_SUFFIX = "+hints";

/** A request's If-None-Match as whoever has the page without hints knows it. */
export const stripHints = (ifNoneMatch: string | null): string | undefined =>
  ifNoneMatch?.replaceAll(`${ETAG_SUFFIX}"`, '"');

/**
 * A page with a link to its Markdown in its head, and a line for whoever reads its source: a comment, which changes neither
 * what people see nor what a Content-Security-Policy allows. A page without a head, or one that is packed, stays as it is.
 */
export async function addHints(
  response: HttpResponse,
  path: string,
  query: string,
): Promise<HttpResponse> {
  const { status, headers, body } = response;
  const isEncoded = !/^(identity)?$/i.test(String(headers["content-encoding"] ?? ""));
  if (
    (status !== 200 && status !== 304) ||
    isEncoded ||
    (status === 200 && !isHtml(String(headers["content-type"] ?? "")))
  )
    return response;
  const addition = new TextEncoder().encode(hintHtml(mirrorPath(path) + (query && `?${query}`)));
  if (addition.byteLength > MAX_ADDED_BYTES) return response;
  const {
    "content-length": length,
    "accept-ranges": _,
    "content-digest": __,
    "repr-digest": ___,
    "content-md5": ____,
    ...rest
  } = headers;
  const hintedHeaders =
    typeof rest["etag"] === "string"
      ? { ...rest, etag: rest["etag"].replace(/"$/, `${ETAG_SUFFIX}"`) }
      : rest;
  if (status === 304 || body === null) return { status, headers: hintedHeaders, body: null };
  const start =
    typeof body === "string"
      ? new TextEncoder().encode(body)
      : body instanceof Uint8Array
        ? body
        : undefined;
  if (start) {
    const at = headEnd(start);
    return at === -1
      ? response
      : {
          status,
          headers: hintedHeaders,
          body: concatBytes([start.subarray(0, at), addition, start.subarray(at)]),
        };
  }
  const { stream, isFound } = await spliceStream(body as ReadableStream<Uint8Array>, addition);
  if (!isFound) return { ...response, body: stream };
  return {
    status,
    headers: {
      ...hintedHeaders,
      ...(typeof length === "string" && {
        "content-length": String(Number(length) + addition.byteLength),
      }),
    },
    body: stream,
  };
}

/** In ASCII, as the addresses are, so that it is the same in every encoding that pages of the web have. */
function hintHtml(address: string): string {
  const safe = address.replaceAll(/[<>"]|-(?=-)|[^ -~]/g, (char) =>
    encodeURIComponent(char).replace("-", "%2D"),
  );
  return (
    `<link rel="alternate" type="text/markdown" href="${safe.replaceAll("&", "&amp;")}">` +
    `<!-- For agents: this page as Markdown is at ${safe}; all pages are listed at /llms.txt -->`
  );
}

/** Where a page's head begins, after its tag; -1 where it has none. */
function headEnd(bytes: Uint8Array): number {
  // A character for each byte, whatever the encoding.
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const match = /<head(?:\s[^>]*)?>/i.exec(
    text.replaceAll(/<!--[\s\S]*?-->/g, (comment) => " ".repeat(comment.length)),
  );
  return match ? match.index + match[0].length : -1;
}

/** Reads on until the head is there, and no further. */
async function spliceStream(
  body: ReadableStream<Uint8Array>,
  addition: Uint8Array,
): Promise<{ stream: ReadableStream<Uint8Array>; isFound: boolean }> {
  const reader = body.getReader();
  let start: Uint8Array = new Uint8Array();
  let at = -1;
  while (at === -1 && start.byteLength < HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    start = concatBytes([start, value]);
    at = headEnd(start);
  }
  const first =
    at === -1 ? start : concatBytes([start.subarray(0, at), addition, start.subarray(at)]);
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(first),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, isFound: at !== -1 };
}
