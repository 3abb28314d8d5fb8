import { hex, sha256 } from "../domain/digest.ts";
import type { Answer, Asked } from "./handler.ts";

/** The answer, or a 304 if the client has it already (RFC 9110 §13.1.2, weak comparison). The answer must have an `etag`. */
export function conditional(asked: Asked, answer: Answer): Answer {
  const known = asked.headers.get("if-none-match");
  if (known === null || !matches(known, String(answer.headers["etag"]))) return answer;
  if (answer.body instanceof ReadableStream) void answer.body.cancel();
  const { "content-length": _, "content-type": __, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}

function matches(known: string, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((tag) => bare(tag) === bare(etag));
}

/** An ETag for a text: the same text has the same one, in every process. */
export const etagOf = async (text: string): Promise<string> =>
  `"${hex((await sha256(text)).subarray(0, 12))}"`;
