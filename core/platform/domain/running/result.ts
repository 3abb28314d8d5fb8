import type { OutboundHeaders } from "../../../ports/outbound.ts";
import { type ContentKind, decodeText, detectContentKind, parseMediaType } from "./media-type.ts";
import { redactBytes, redactText, redactValue } from "./redact.ts";

/** The body of an answer, read. */
export interface ToolResult {
  readonly content: ContentKind;
  readonly mediaType?: string | undefined;
  /** In bytes; of what was cut off, as many as were read. */
  readonly size: number;
  /** What it says: JSON, text, or nothing. */
  readonly data?: unknown;
  /** Whether `data` is not all of it. */
  readonly isCut: boolean;
  /** What is to be kept, where it must be: text, or bytes. */
  readonly full: string | Uint8Array;
}

/** Reads an answer's body: JSON and text up to `most` bytes, without any of the secrets; of what is no text, nothing. `isPartial`: there was more than was read. */
export function readResult(
  bytes: Uint8Array,
  headers: OutboundHeaders,
  {
    maxBytes,
    secrets,
    isPartial,
  }: {
    readonly maxBytes: number;
    readonly secrets: readonly string[];
    readonly isPartial: boolean;
  },
): ToolResult {
  const contentType = headers.get("content-type");
  const mediaType = parseMediaType(contentType);
  const content = detectContentKind(mediaType, bytes);
  const summary = { content, size: bytes.length, ...(mediaType && { mediaType }) };
  if (content === "empty") return { ...summary, isCut: false, full: "" };
  if (content === "binary") return { ...summary, isCut: true, full: redactBytes(bytes, secrets) };
  const text = redactText(decodeText(bytes, contentType), secrets);
  if (bytes.length > maxBytes)
    return {
      ...summary,
      data: trimLoneSurrogate(text.slice(0, maxBytes)),
      isCut: true,
      full: text,
    };
  if (isPartial || content === "text")
    return { ...summary, data: text, isCut: isPartial, full: text };
  const parsedData = parseJson(text);
  const data = text.includes("\\u") ? redactValue(parsedData, secrets) : parsedData;
  return {
    ...summary,
    data,
    isCut: false,
    full: data === parsedData ? text : JSON.stringify(data),
  };
}

/** What says that it is JSON and is none is text; so is what nobody could write again, for its levels. Whole numbers that a number can't hold come as text. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = /\d{16}/.test(text)
      ? JSON.parse(text, preserveLargeIntegers)
      : JSON.parse(text);
    return isDeep(value, 0) ? text : value;
  } catch {
    return text;
  }
}

function preserveLargeIntegers(
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  return typeof value === "number" &&
    !Number.isSafeInteger(value) &&
    /^-?\d{16,}$/.test(context?.source ?? "")
    ? context!.source
    : value;
}

const MAX_DEPTH = 200;
function isDeep(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((inner) => isDeep(inner, depth + 1));
}

/** A text that was cut in the middle of a character. */
const trimLoneSurrogate = (text: string) => text.replace(/[\ud800-\udbff]$/, "");
