import { json } from "../../../http/answer.ts";
import type { WriteFailure } from "../../../http/observe.ts";
import { internalProblem, Problem } from "../../../problem.ts";

/** What goes wrong, as ACP says it: its Error object. */
export const acpFailure: WriteFailure = (error) => {
  const problem = error instanceof Problem ? error : internalProblem();
  const type = problem.status < 500 ? "invalid_request" : problem.status === 503 ? "service_unavailable" : "processing_error";
  return json({ type, code: problem.code, message: problem.message }, problem.status, { ...problem.headers, "cache-control": "no-store" });
};
