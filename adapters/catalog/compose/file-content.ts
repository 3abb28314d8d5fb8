import { decodeBase64 } from "../../../core/lib/kit/bytes/base64.ts";
import { argumentError, type BodyArguments } from "../../../core/lib/openapi-tools/index.ts";

/** The bytes of a file, from the argument `text`, or from `data` in base64 or as bytes. */
export function readFileContent({ text, data }: BodyArguments): Uint8Array<ArrayBuffer> {
  if ((text === undefined) === (data === undefined))
    throw argumentError("text", "one_of", "Pass the content as one of text, data and url.");
  if (typeof text === "string") return new TextEncoder().encode(text);
  if (data instanceof Uint8Array) return new Uint8Array(data);
  const bytes = decodeBase64(String(data));
  if (!bytes) throw argumentError("data", "base64", "Must be base64.");
  return bytes;
}
