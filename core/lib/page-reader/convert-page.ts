import { decodeText } from "./charset.ts";
import { type PageFormat, PageLimitError, type ReadPage } from "./page.ts";
import { readHtml } from "./read-html.ts";
import { readMarkdown } from "./read-markdown.ts";
import { splitParts } from "./split-parts.ts";

/** A page to convert. All values can be passed between threads. */
export interface PageSource {
  readonly bytes: Uint8Array;
  /** The value of the Content-Type header: HTML, XHTML, Markdown or plain text. */
  readonly type: string;
  /** Absolute. Relative links resolve against it. */
  readonly url: string;
  readonly format: PageFormat;
  /** The maximum length of a part in UTF-16 units. */
  readonly partCharacters: number;
}

/** A converted page. It holds its content in UTF-8, which takes half the memory of a string. */
export interface ConvertedPage {
  /** Empty if the page has no title. */
  readonly title: string;
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
    const { title, content } = readText(text, source);
    return encodeParts(title, splitParts(content, source.partCharacters));
  } catch (error) {
    if (error instanceof PageLimitError) return { failure: "too_complex" };
    throw error;
  }
}

function readText(text: string, options: PageSource): Pick<ReadPage, "title" | "content"> {
  switch (mediaType(options.type)) {
    case "text/plain":
      return { title: "", content: text };
    case "text/markdown":
      return readMarkdown(text, options);
    default:
      return readHtml(text, options);
  }
}

const mediaType = (contentType: string) => contentType.split(";", 1)[0]!.trim().toLowerCase();

function encodeParts(title: string, parts: readonly string[]): ConvertedPage {
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
  return { title, body, length, partEnds };
}
