import { invalidArgument } from "./invalid-argument.ts";

/** Bytes that are sent, with what they are called. */
export interface FileUpload {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Whether a value is a file as arguments have one. */
export const isFile = (
  value: unknown,
): value is { readonly data: string; readonly filename?: string; readonly content_type?: string } =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { data?: unknown }).data === "string" &&
  Object.keys(value).every((key) => ["data", "filename", "content_type"].includes(key));

/** Reads the file that an argument is; throws the `Problem` "invalid_arguments" where its data is no base64. */
export function parseFile(
  argument: string,
  {
    data,
    filename = "file",
    content_type: type = "application/octet-stream",
  }: { readonly data: string; readonly filename?: string; readonly content_type?: string },
): FileUpload {
  if (!MEDIA_TYPE.test(type))
    throw invalidArgument(
      argument,
      `content_type is ${JSON.stringify(type.slice(0, 60))}, which is no media type.`,
    );
  // Quotes, line ends and paths in a name could make another header, or another folder.
  const safeName = filename.replace(/[\x00-\x1f\x7f"\\/]/g, "_");
  return { filename: safeName, type, bytes: decodeBase64(argument, data) };
}

/** The bytes that base64 stands for, with or without padding, of either alphabet. */
export function decodeBase64(argument: string, base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    throw invalidArgument(argument, "Its data is no base64.");
  }
}

/** Bytes in base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:; ?[\w-]+=[\w.+-]+)*$/;
