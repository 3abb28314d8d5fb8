import { Problem } from "../problem.ts";
import { collected } from "./bytes.ts";
import type { Asked } from "./handler.ts";

/** The most bytes of a body that is read, unless a route says otherwise. */
export const BODY_LIMIT = 1 << 20;

/** The bytes of a request's body; a `Problem` as soon as there are more than the limit. */
export async function readBody(asked: Asked, limit = BODY_LIMIT): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem(
      "body_too_large",
      `The body is over ${limit} bytes, which is the most that is read.`,
      {
        headers: { connection: "close" },
      },
    );
  const announced = asked.headers.get("content-length");
  if (Number(announced ?? 0) > limit) throw tooLarge();
  if (announced !== null && asked.headers.get("transfer-encoding") === null) return asked.bytes();
  if (!asked.body) return new Uint8Array();
  return collected(asked.body, limit, tooLarge);
}
