import { collectBytes } from "./bytes.ts";
import type { HttpRequest } from "./handler.ts";
import { Problem } from "./problem.ts";

/** The default maximum size of a request body, in bytes. */
export const BODY_LIMIT = 1 << 20;

/**
 * Reads a request body. Throws the `Problem` `body_too_large` as soon as it exceeds `limit` bytes.
 */
export async function readBody(request: HttpRequest, limit = BODY_LIMIT): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem("body_too_large", `The request body exceeds ${limit} bytes.`, {
      headers: { connection: "close" },
    });
  const contentLength = request.headers.get("content-length");
  if (Number(contentLength ?? 0) > limit) throw tooLarge();
  if (contentLength !== null && request.headers.get("transfer-encoding") === null)
    return request.bytes();
  if (!request.body) return new Uint8Array();
  return collectBytes(request.body, limit, tooLarge);
}
