import { decodeBase64 } from "../../kit/bytes/base64.ts";
import { isObject, textAt } from "../../kit/json/json-access.ts";
import { argumentError } from "../call/request-error.ts";
import type { HttpBinding, UploadBinding } from "../tool-record.ts";
import { encodeRelated } from "./multipart.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The content of a file, as arguments have it: one of `text`, and `data` in base64 or as bytes. */
interface FileContent {
  readonly text?: unknown;
  readonly data?: unknown;
}

/** How a tool takes a file, if the caller passes one. */
export const passedUpload = (
  { body }: Pick<HttpBinding, "body">,
  args: Arguments,
): UploadBinding | undefined =>
  body?.upload && args[body.upload.argument] !== undefined ? body.upload : undefined;

/** The body of a request with a file: the file, after `metadata` as JSON if there is any. */
export function buildUpload(
  { argument }: UploadBinding,
  args: Arguments,
  metadata: unknown,
): { readonly type: string; readonly content: Uint8Array<ArrayBuffer> } {
  const file = args[argument];
  if (!isObject(file)) throw argumentError(argument, "type", "Must be an object.");
  const content = readFileContent(file, argument);
  const type = fileType(file);
  if (metadata === undefined) return { type, content };
  return encodeRelated([
    {
      type: "application/json; charset=UTF-8",
      content: new TextEncoder().encode(JSON.stringify(metadata)),
    },
    { type, content },
  ]);
}

/** The value of the query parameter for a body with this media type. */
export const uploadKind = (upload: UploadBinding, type: string | undefined): string =>
  type?.startsWith("multipart/related;") ? upload.withMetadata : upload.withoutMetadata;

/** The media type of a file. The schema of the argument allows only types that add no headers. */
export const fileType = (file: object): string =>
  textAt(file, "content_type") ??
  (textAt(file, "text") === undefined ? "application/octet-stream" : "text/plain");

/** The bytes of a file. Errors name `argument`, if the file isn't the arguments themselves. */
export function readFileContent(
  { text, data }: FileContent,
  argument?: string,
): Uint8Array<ArrayBuffer> {
  if ((text === undefined) === (data === undefined))
    throw argumentError(
      argument ?? "text",
      "one_of",
      "Pass the content as one of text, data and url.",
    );
  if (typeof text === "string") return new TextEncoder().encode(text);
  if (data instanceof Uint8Array) return new Uint8Array(data);
  const bytes = decodeBase64(String(data));
  if (!bytes) throw argumentError(argument ?? "data", "base64", "Must be base64.");
  return bytes;
}
