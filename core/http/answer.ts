import { internalProblem, Problem } from "../problem.ts";
import type { Answer } from "./handler.ts";

/** An answer in JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** An answer in text of some kind; UTF-8. */
export function text(body: string, mediaType: string, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { "content-type": `${mediaType}; charset=utf-8`, ...headers }, body };
}

/** Anything thrown as an answer (RFC 9457): a `Problem` as it is, any other error as a 500 that tells nothing. */
export function problemAnswer(error: unknown, requestId: string): Answer {
  const problem = error instanceof Problem ? error : internalProblem();
  return json(problem.toBody(requestId), problem.status, {
    ...problem.headers,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}
