import type { OutboundHeaders } from "../../../ports/outbound.ts";
import { type Content, contentOf, mediaTypeOf, textIn } from "./media.ts";
import { withoutTexts, withoutTextsIn, withoutTextsInBytes } from "./redact.ts";

/** The body of an answer, read. */
export interface Result {
  readonly content: Content;
  readonly mediaType?: string | undefined;
  /** In bytes; of what was cut off, as many as were read. */
  readonly size: number;
  /** What it says: JSON, text, or nothing. */
  readonly data?: unknown;
  /** Whether `data` is not all of it. */
  readonly isCut: boolean;
  /** What is to be kept, where it must be: text, or bytes. */
  readonly whole: string | Uint8Array;
}

/** Reads an answer's body: JSON and text up to `most` bytes, without any of the secrets; of what is no text, nothing. `isPartial`: there was more than was read. */
export function resultOf(
  bytes: Uint8Array,
  headers: OutboundHeaders,
  {
    most,
    secrets,
    isPartial,
  }: { readonly most: number; readonly secrets: readonly string[]; readonly isPartial: boolean },
): Result {
  const contentType = headers.get("content-type");
  const mediaType = mediaTypeOf(contentType);
  const content = contentOf(mediaType, bytes);
  const about = { content, size: bytes.length, ...(mediaType && { mediaType }) };
  if (content === "empty") return { ...about, isCut: false, whole: "" };
  if (content === "binary")
    return { ...about, isCut: true, whole: withoutTextsInBytes(bytes, secrets) };
  const text = withoutTexts(textIn(bytes, contentType), secrets);
  if (bytes.length > most)
    return { ...about, data: withoutHalf(text.slice(0, most)), isCut: true, whole: text };
  if (isPartial || content === "text")
    return { ...about, data: text, isCut: isPartial, whole: text };
  const said = parsed(text);
  const data = text.includes("\\u") ? withoutTextsIn(said, secrets) : said;
  return { ...about, data, isCut: false, whole: data === said ? text : JSON.stringify(data) };
}

/** What says that it is JSON and is none is text; so is what nobody could write again, for its levels. Whole numbers that a number can't hold come as text. */
function parsed(text: string): unknown {
  try {
    const value: unknown = /\d{16}/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
    return isDeep(value, 0) ? text : value;
  } catch {
    return text;
  }
}

function exactly(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" &&
    !Number.isSafeInteger(value) &&
    /^-?\d{16,}$/.test(context?.source ?? "")
    ? context!.source
    : value;
}

const DEEPEST = 200;
function isDeep(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth > DEEPEST || Object.values(value).some((inner) => isDeep(inner, depth + 1));
}

/** A text that was cut in the middle of a character. */
const withoutHalf = (text: string) => text.replace(/[\ud800-\udbff]$/, "");
