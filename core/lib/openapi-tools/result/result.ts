import { exceedsDepth } from "../../kit/json/json-access.ts";
import { redactBytes, redactText } from "../../redaction/index.ts";
import {
  type ContentKind,
  decodeText,
  detectContentKind,
  parseMediaType,
} from "../body/media-type.ts";

/** A parsed response body. */
export interface ToolResult {
  readonly content: ContentKind;
  readonly mediaType?: string | undefined;
  /** The number of bytes that were read. */
  readonly size: number;
  /** A JSON value or a string. Undefined for empty and binary bodies. */
  readonly data?: unknown;
  /** Whether `data` is incomplete. */
  readonly isCut: boolean;
  /** Everything that was read, without secrets, for storage. */
  readonly full: string | Uint8Array;
}

/**
 * Parses a response body and redacts the secrets in it. Text longer than `maxBytes` is truncated
 * and not parsed as JSON.
 *
 * @param options `isPartial`: whether the body had more bytes than were read
 */
export function readResult(
  bytes: Uint8Array,
  headers: { get(name: string): string | null },
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
  if (content === "binary")
    return { ...summary, isCut: true, full: redactBytes(bytes, secrets, { isPartial }) };
  const text = redactText(decodeText(bytes, contentType), secrets, { isPartial });
  if (bytes.length > maxBytes)
    return {
      ...summary,
      data: trimLoneSurrogate(text.slice(0, maxBytes)),
      isCut: true,
      full: text,
    };
  if (isPartial || content === "text")
    return { ...summary, data: text, isCut: isPartial, full: text };
  return { ...summary, data: parseJson(text), isCut: false, full: text };
}

/**
 * Parses JSON. Invalid JSON and values nested more than 200 levels deep, which can't be serialized
 * safely, stay text. Integers beyond the safe range become strings.
 */
function parseJson(text: string): unknown {
  try {
    const value: unknown = /\d{16}/.test(text)
      ? JSON.parse(text, preserveLargeIntegers)
      : JSON.parse(text);
    return exceedsDepth(value, MAX_DEPTH) ? text : value;
  } catch {
    return text;
  }
}

/** Parses the stored text of a result, as `readResult` does. */
export function parseStoredResult(text: string, mediaType: string | undefined): unknown {
  const sample = new TextEncoder().encode(text.slice(0, 200));
  return detectContentKind(mediaType, sample) === "json" ? parseJson(text) : text;
}

function preserveLargeIntegers(
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d{16,}$/.test(source) ? source : value;
}

const MAX_DEPTH = 200;

/** Removes the first half of a surrogate pair that was cut in two. */
const trimLoneSurrogate = (text: string) => text.replace(/[\ud800-\udbff]$/, "");
