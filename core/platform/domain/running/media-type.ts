/** What kind of content a media type is; what it does not say its bytes do. */
export type ContentKind = "json" | "text" | "binary" | "empty";

/** The media type of a Content-Type header, in lower case and without parameters. */
export const parseMediaType = (header: string | null): string | undefined =>
  header?.split(";")[0]!.trim().toLowerCase() || undefined;

/** Of which kind some content is. */
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
  return isText(bytes.subarray(0, 4096))
    ? /^\s*[[{"]/.test(decodeUtf8(bytes.subarray(0, 100)))
      ? "json"
      : "text"
    : "binary";
}

/** UTF-8, with a sign of replacement where it is none; a byte order mark is dropped. */
export const decodeUtf8 = (bytes: Uint8Array): string => UTF8.decode(bytes);
const UTF8 = new TextDecoder();

/** The text of bytes in the charset that a Content-Type header names. */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(contentType ?? "")?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return decodeUtf8(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeUtf8(bytes);
  }
}

/** Whether the beginning of some content is UTF-8 without control characters; a character that is cut off at its end is let pass. */
function isText(bytes: Uint8Array): boolean {
  try {
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(
      new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }),
    );
  } catch {
    return false;
  }
}
