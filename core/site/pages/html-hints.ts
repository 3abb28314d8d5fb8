import type { HttpResponse } from "../../http/handler.ts";
import { concatBytes } from "../../http/input/bytes.ts";
import { isHtml } from "./markdown-response.ts";
import { mirrorPath } from "./mirror.ts";

/** How many bytes of a page are searched for its `<head>` tag. */
const HEAD_BYTES = 64 * 1024;

/**
 * Small enough to keep the page's `<meta charset>` within the first 1,024 bytes, where browsers
 * look for it.
 */
const MAX_ADDED_BYTES = 512;

/** Distinguishes the ETag of a page with hints from the ETag of the page without them. */
const ETAG_SUFFIX = "+hints";

/** Removes the suffixes from If-None-Match, so that it has the ETags of the pages without hints. */
export const stripHints = (ifNoneMatch: string | null): string | undefined =>
  ifNoneMatch?.replaceAll(`${ETAG_SUFFIX}"`, '"');

/**
 * Adds a link to the page's Markdown mirror, and a comment for agents, to the `<head>` of a page.
 * Neither changes what people see or conflicts with a Content-Security-Policy. Compressed pages and
 * pages without a `<head>` are returned unchanged.
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
  if (!(body instanceof ReadableStream)) {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const at = headEnd(bytes);
    return at === -1
      ? response
      : {
          status,
          headers: hintedHeaders,
          body: concatBytes([bytes.subarray(0, at), addition, bytes.subarray(at)]),
        };
  }
  const { stream, isFound } = await spliceStream(body, addition);
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

/**
 * Formats the link and the comment in ASCII, which has the same bytes in every encoding of web
 * pages.
 */
function hintHtml(path: string): string {
  const safePath = path.replaceAll(/[<>"]|-(?=-)|[^ -~]/g, (char) =>
    encodeURIComponent(char).replace("-", "%2D"),
  );
  return (
    `<link rel="alternate" type="text/markdown" href="${safePath.replaceAll("&", "&amp;")}">` +
    `<!-- For agents: a Markdown version of this page is at ${safePath}. All pages are listed in /llms.txt. -->`
  );
}

/** Returns the offset after the `<head>` tag, or -1 if there is none. */
function headEnd(bytes: Uint8Array): number {
  // Latin-1 decodes each byte to one character, so offsets in the text are offsets in the bytes.
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const match = /<head(?:\s[^>]*)?>/i.exec(
    text.replaceAll(/<!--[\s\S]*?-->/g, (comment) => " ".repeat(comment.length)),
  );
  return match ? match.index + match[0].length : -1;
}

/**
 * Inserts the addition after the `<head>` tag of a stream. Buffers the stream only up to that tag.
 */
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
