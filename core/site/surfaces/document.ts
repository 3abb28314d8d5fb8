import { conditional, etagOf } from "../../http/conditional.ts";
import { text } from "../../http/answer.ts";
import type { Answer, Asked } from "../../http/handler.ts";

/** A generated document as an answer: with an ETag, and to be asked for again rather than kept. */
export async function documentAnswer(asked: Asked, body: string, mediaType: string): Promise<Answer> {
  const headers = { etag: await etagOf(body), "cache-control": "no-cache", "access-control-allow-origin": "*" };
  return conditional(asked, text(body, mediaType, headers));
}
