import type { ContentSelectors } from "./choose/selectors.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { renderMarkdown } from "./markdown/render-markdown.ts";
import { type PageFormat, PageLimitError, type PageMetadata, type ReadPage } from "./page.ts";
import { decodeText } from "./parse/charset.ts";
import { readHtml } from "./read-html.ts";
import { splitParts } from "./split-parts.ts";

/** A page to convert. All values can be passed between threads. */
export interface PageSource {
  readonly bytes: Uint8Array;
  /** The value of the Content-Type header: HTML, XHTML, Markdown or plain text. */
  readonly type: string;
  /** Absolute. Relative links resolve against it. */
  readonly url: string;
  /** `html` renders a Markdown page for browsers, in one part. */
  readonly format: PageFormat | "html";
  /** The maximum length of a part in UTF-16 units. */
  readonly partCharacters: number;
  /** The elements of HTML pages to read and to leave out. */
  readonly selectors?: ContentSelectors | undefined;
}

/** A converted page. It holds its content in UTF-8, which takes half the memory of a string. */
export interface ConvertedPage extends PageMetadata {
  /** The main content in UTF-8. */
  readonly body: Uint8Array;
  /** The length of the content in UTF-16 units. */
  readonly length: number;
  /** The offsets in `body` at which the parts end. At least one. */
  readonly partEnds: readonly number[];
}

/**
 * Why a page can't be converted: it contains binary data, or the conversion would take too much
 * time or memory.
 */
export interface ConversionFailure {
  readonly failure: "binary" | "too_complex";
}

/** Decodes a page, extracts its content and splits it into parts. */
export function convertPage(source: PageSource): ConvertedPage | ConversionFailure {
  const text = decodeText(source.bytes, source.type);
  if (text.includes("\0")) return { failure: "binary" };
  try {
    const { content, ...metadata } = readText(text, source);
    const parts = source.format === "html" ? [content] : splitParts(content, source.partCharacters);
    return { ...metadata, ...encodeParts(parts) };
  } catch (error) {
    if (error instanceof PageLimitError) return { failure: "too_complex" };
    throw error;
  }
}

function readText(text: string, { type, url, format, selectors }: PageSource): ReadPage {
  if (format === "html") return renderMarkdown(text);
  switch (mediaType(type)) {
    case "text/plain":
      return { title: "", content: text };
    case "text/markdown":
      return readMarkdown(text, { url, format });
    default:
      return readHtml(text, { url, format, selectors });
  }
}

const mediaType = (contentType: string) => contentType.split(";", 1)[0]!.trim().toLowerCase();

function encodeParts(
  parts: readonly string[],
): Pick<ConvertedPage, "body" | "length" | "partEnds"> {
  const encoder = new TextEncoder();
  // A part never ends inside a surrogate pair.
  const encoded = parts.map((part) => encoder.encode(part));
  const partEnds: number[] = [];
  let size = 0;
  for (const { byteLength } of encoded) {
    size += byteLength;
    partEnds.push(size);
  }
  const body = new Uint8Array(size);
  for (const [index, bytes] of encoded.entries()) body.set(bytes, partEnds[index - 1] ?? 0);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return { body, length, partEnds };
}
