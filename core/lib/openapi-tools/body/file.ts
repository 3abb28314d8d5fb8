import { decodeBase64 } from "../../kit/bytes/base64.ts";
import { argumentError } from "../call/request-error.ts";

/** A file to upload. */
export interface FileUpload {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Whether a value has the form of a file argument: base64 `data`, with an optional name and media
 * type.
 */
export const isFile = (
  value: unknown,
): value is { readonly data: string; readonly filename?: string; readonly content_type?: string } =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { data?: unknown }).data === "string" &&
  Object.keys(value).every((key) => ["data", "filename", "content_type"].includes(key));

/**
 * Parses a file argument. Throws an `InvalidInputError` with the rule `media_type` or `base64`.
 */
export function parseFile(
  argument: string,
  {
    data,
    filename = "file",
    content_type: type = "application/octet-stream",
  }: { readonly data: string; readonly filename?: string; readonly content_type?: string },
): FileUpload {
  if (!MEDIA_TYPE.test(type))
    throw argumentError(
      argument,
      "media_type",
      `content_type ${JSON.stringify(type.slice(0, 60))} is not a media type.`,
    );
  // Quotes and line breaks could inject a header, and slashes could change the folder.
  const safeName = filename.replace(/[\x00-\x1f\x7f"\\/]/g, "_");
  const bytes = decodeBase64(data);
  if (!bytes) throw argumentError(argument, "base64", "data is not valid base64.");
  return { filename: safeName, type, bytes };
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:; ?[\w-]+=[\w.+-]+)*$/;
