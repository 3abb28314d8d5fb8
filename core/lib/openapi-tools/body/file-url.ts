import { isObject } from "../../kit/json/json-access.ts";
import { formatPointer } from "../../kit/json/json-pointer.ts";
import { argumentError } from "../call/request-error.ts";
import type { HttpBinding } from "../tool-record.ts";
import type { Composer } from "./composer.ts";
import { parseMediaType } from "./media-type.ts";
import { passedUpload } from "./upload.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** A file that was downloaded for an upload. */
export interface DownloadedFile {
  readonly bytes: Uint8Array;
  /** The Content-Type header of the response. */
  readonly type?: string | null | undefined;
}

/** The URL of a file that a tool uploads. */
export interface FileReference {
  readonly url: string;
  /** The place of the URL: `/args/url`. */
  readonly pointer: string;
  /** The arguments with the downloaded file in place of its URL. */
  readonly replace: (file: DownloadedFile) => Arguments;
}

/**
 * The URL of the file that a tool uploads, if the caller passed one. Throws an `InvalidInputError`
 * if there is other content too.
 */
export function findFileReference(
  composer: Composer | undefined,
  binding: Pick<HttpBinding, "body">,
  args: Arguments,
): FileReference | undefined {
  const { argument } = passedUpload(binding, args) ?? {};
  const file = argument === undefined ? args : args[argument];
  if (!isObject(file) || (argument === undefined && !composer?.takesFileUrl)) return undefined;
  const { url } = file;
  if (typeof url !== "string") return undefined;
  if (file["text"] !== undefined || file["data"] !== undefined)
    throw argumentError(
      argument ?? "url",
      "one_of",
      "Pass the content as one of text, data and url.",
    );
  return {
    url,
    pointer: formatPointer(["args", ...(argument === undefined ? [] : [argument]), "url"]),
    replace: (downloaded) => {
      const replaced = withFile(file, downloaded);
      return argument === undefined ? replaced : { ...args, [argument]: replaced };
    },
  };
}

/** A file with downloaded content in place of its URL. */
export function withFile(file: Arguments, { bytes, type }: DownloadedFile): Arguments {
  const { url: _, ...others } = file;
  const downloaded = parseMediaType(type ?? null);
  return {
    ...(downloaded && MEDIA_TYPE.test(downloaded) && { content_type: downloaded }),
    ...others,
    data: bytes,
  };
}

/** The pattern of the argument `content_type`. A server can send anything. */
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;
