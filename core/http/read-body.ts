import { Problem } from "../problem.ts";
import { collectBytes } from "./bytes.ts";
import type { HttpRequest } from "./handler.ts";

/** The most bytes of a body that is read, unless a route says otherwise. */
export const BODY_LIMIT = 1 << 20;

/** The bytes of a request's body; a `Problem` as soon as there are more than the limit. */
export async function readBody(request: HttpRequest, limit = BODY_LIMIT): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem(
      "body_too_large",
      `The body is over ${limit} bytes, which is the most that is read.`,
      {
        headers: { connection: "close" },
      },
    );
  const contentLength = request.headers.get("content-length");
  if (Number(contentLength ?? 0) > limit) throw tooLarge();
  if (contentLength !== null && request.headers.get("transfer-encoding") === null)
    return request.bytes();
  if (!request.body) return new Uint8Array();
  return collectBytes(request.body, limit, tooLarge);
}
