import { json } from "../../../http/answer.ts";
import type { BindingAnswer } from "../../../http/bindings.ts";
import type { WriteFailure } from "../../../http/observe.ts";
import { internalProblem, Problem, type ProblemCode } from "../../../problem.ts";
import { jsonPath, stepsOf } from "../json-path.ts";
import { withoutValue } from "../without-value.ts";
import { echoed } from "./echo.ts";

/** The version of ACP that is served. */
export const ACP_VERSION = "2026-04-17";

/** The versions of ACP that are served, the newest first. */
export const ACP_VERSIONS: readonly string[] = [ACP_VERSION];

/** What goes wrong, as ACP says it: its Error object, with what ACP wants to be echoed. */
export const acpFailure: WriteFailure = (error, _, { method, headers }) => {
  const problem = error instanceof Problem ? error : internalProblem();
  const { status, body, headers: own } = acpError(problem);
  return json(body, status, {
    ...own,
    ...(method === "POST" && echoed(headers.get("idempotency-key"))),
    "cache-control": "no-store",
  });
};

/** A problem as an answer of ACP's. */
export function acpError(problem: Problem): BindingAnswer & { readonly body: AcpErrorBody } {
  const { code, status } = { code: problem.code, status: problem.status, ...WORDS[problem.code] };
  const param = paramOf(problem);
  const message = wrongIn(problem) ?? [problem.message, problem.hint].filter(Boolean).join(" ");
  return {
    status,
    body: { type: typeOf(status), code, message, ...(param && { param }) },
    headers: problem.headers,
  };
}

/** An error that no other protocol knows. */
export const refusal = (
  code: string,
  message: string,
  more: Partial<AcpErrorBody> = {},
): AcpErrorBody => ({ type: "invalid_request", code, message, ...more });

export interface AcpErrorBody {
  type: "invalid_request" | "processing_error" | "service_unavailable";
  code: string;
  message: string;
  param?: string;
  supported_versions?: string[];
}

/** What ACP calls what the spec calls otherwise. Its 409 is for keys and for the state of a session, not for stock. */
const WORDS: Partial<Record<ProblemCode, { readonly code: string; readonly status?: number }>> = {
  invalid_input: { code: "invalid" },
  offers_do_not_mix: { code: "unsupported" },
  offer_not_found: { code: "invalid_item_id", status: 400 },
  offer_unavailable: { code: "out_of_stock", status: 400 },
  checkout_not_found: { code: "not_found" },
  checkout_final: { code: "conflict" },
  request_in_flight: { code: "idempotency_in_flight" },
};

const typeOf = (status: number) =>
  status < 500 ? "invalid_request" : status === 503 ? "service_unavailable" : "processing_error";

/** Each thing that is wrong with what was sent, without repeating it. */
const wrongIn = ({ code, errors = [] }: Problem): string | undefined =>
  code === "invalid_input" && errors.length > 0
    ? errors
        .map((each) => `${each.pointer.slice(1) || "The body"}: ${withoutValue(each)}`)
        .join(" ")
    : undefined;

/** Where the first thing that is wrong is in the body. */
function paramOf({ errors = [] }: Problem): string | undefined {
  const [, ...steps] = stepsOf(
    errors.find(({ pointer }) => pointer.startsWith("/body/"))?.pointer ?? "",
  );
  return steps.length > 0 ? jsonPath(steps) : undefined;
}
