import { json } from "../../../http/answer.ts";
import type { WriteFailure } from "../../../http/observe.ts";
import { internalProblem, Problem } from "../../../problem.ts";

/** What goes wrong, as UCP says it over REST: a code, and what to make of it (overview, "Error Handling"). */
export const ucpFailure: WriteFailure = (error) => {
  const problem = error instanceof Problem ? error : internalProblem();
  return json({ code: problem.code, content: problem.message }, problem.status, { ...problem.headers, "cache-control": "no-store" });
};
