/** The kind of a response body. */
export type ContentKind = "json" | "text" | "binary" | "empty";

/** The media type of a Content-Type header, in lower case and without parameters. */
export const parseMediaType = (header: string | null): string | undefined =>
  header?.split(";", 1)[0]?.trim().toLowerCase() || undefined;

/**
 * Detects the kind of a body from its media type or, without a specific one, from its first bytes.
 */
export function detectContentKind(mediaType: string | undefined, bytes: Uint8Array): ContentKind {
  if (bytes.length === 0) return "empty";
  if (
    mediaType !== undefined &&
    /^application\/json$|\+json$|\/json$|^text\/json$|^application\/(?:x-)?(?:javascript-object|problem\+json)$/.test(
      mediaType,
    )
  )
    return "json";
  if (
    mediaType !== undefined &&
    (/^text\//.test(mediaType) ||
      /\+xml$|\/xml$|^application\/(?:x-www-form-urlencoded|javascript|ecmascript|graphql|x-ndjson|jsonl|yaml|x-yaml|toml|sql)$/.test(
        mediaType,
      ))
  )
    return "text";
  if (
    mediaType !== undefined &&
    mediaType !== "application/octet-stream" &&
    mediaType !== "binary/octet-stream"
  )
    return "binary";
  if (!isText(bytes.subarray(0, 4096))) return "binary";
  return /^\s*[[{"]/.test(decodeUtf8(bytes.subarray(0, 100))) ? "json" : "text";
}

/** Decodes UTF-8 with replacement characters for invalid bytes and without a byte order mark. */
const decodeUtf8 = (bytes: Uint8Array): string => UTF8.decode(bytes);
const UTF8 = new TextDecoder();

/** Decodes bytes in the charset of a Content-Type header, by default UTF-8. */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(contentType ?? "")?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return decodeUtf8(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeUtf8(bytes);
  }
}

/**
 * Whether the start of a body is UTF-8 without control characters. The last character may be
 * incomplete.
 */
function isText(bytes: Uint8Array): boolean {
  try {
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(
      new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }),
    );
  } catch {
    return false;
  }
}
