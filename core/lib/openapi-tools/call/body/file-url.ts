import { argumentError } from "../request-error.ts";
import type { Composer } from "./composer.ts";
import { parseMediaType } from "./media-type.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** A file that was downloaded for an upload. */
export interface DownloadedFile {
  readonly bytes: Uint8Array;
  /** The Content-Type header of the response. */
  readonly type?: string | null | undefined;
}

/**
 * The URL of the file that a composed tool uploads, if the caller passed one. Throws an
 * `InvalidInputError` if there is other content too.
 */
export function fileUrl(composer: Composer | undefined, args: Arguments): string | undefined {
  const { url } = args;
  if (typeof url !== "string" || !composer?.takesFileUrl) return undefined;
  if (args["text"] !== undefined || args["data"] !== undefined)
    throw argumentError("url", "one_of", "Pass the content as one of text, data and url.");
  return url;
}

/** The arguments with a downloaded file in place of its URL. */
export function withFile(args: Arguments, { bytes, type }: DownloadedFile): Arguments {
  const { url: _, ...others } = args;
  const downloaded = parseMediaType(type ?? null);
  return {
    ...(downloaded && MEDIA_TYPE.test(downloaded) && { content_type: downloaded }),
    ...others,
    data: bytes,
  };
}

/** The pattern of the argument `content_type`. A server can send anything. */
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;
