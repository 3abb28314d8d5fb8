import type { HttpRequest } from "../handler.ts";
import { Problem } from "../problem.ts";
import { collectBytes } from "./bytes.ts";

/** The default maximum size of a request body, in bytes. */
export const BODY_LIMIT = 1 << 20;

/**
 * Reads a request body. Throws the `Problem` `body_too_large` as soon as it exceeds `limit` bytes.
 */
export async function readBody(request: HttpRequest, limit = BODY_LIMIT): Promise<Uint8Array> {
  if (hasContentLength(request, limit)) return request.bytes();
  if (!request.body) return new Uint8Array();
  return collectBytes(request.body, limit, () => tooLargeProblem(limit));
}

/** Reads a request body as UTF-8, with the same limit. Replaces bytes that aren't UTF-8. */
export async function readText(request: HttpRequest, limit = BODY_LIMIT): Promise<string> {
  if (request.text && hasContentLength(request, limit)) return await request.text();
  return UTF8.decode(await readBody(request, limit));
}

const UTF8 = new TextDecoder();

/** Returns whether the length of a body is known and within the limit. */
function hasContentLength({ headers }: HttpRequest, limit: number): boolean {
  const contentLength = headers.get("content-length");
  if (Number(contentLength ?? 0) > limit) throw tooLargeProblem(limit);
  return contentLength !== null && headers.get("transfer-encoding") === null;
}

const tooLargeProblem = (limit: number) =>
  new Problem("body_too_large", `The request body exceeds ${limit} bytes.`, {
    headers: { connection: "close" },
  });
