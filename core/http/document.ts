import { text } from "./answer.ts";
import { conditional, etagOf } from "./conditional.ts";
import type { Answer, Asked } from "./handler.ts";

/** A generated document as an answer: with an ETag, open to every origin, and to be asked for again rather than kept unless `headers` say otherwise. */
export async function documentAnswer(
  asked: Asked,
  body: string,
  mediaType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const own = {
    etag: await etagOf(body),
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
    ...headers,
  };
  return conditional(asked, text(body, mediaType, own));
}

/** A generated JSON document as an answer, which may be kept for an hour. */
export const jsonDocument = (
  asked: Asked,
  value: object,
  mediaType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  documentAnswer(asked, `${JSON.stringify(value, null, 2)}\n`, mediaType, {
    "content-type": mediaType,
    "cache-control": "public, max-age=3600",
    ...headers,
  });
