import type { ErrorResponder } from "../../../http/handler.ts";
import { internalProblem, Problem, type ProblemCode } from "../../../http/problem.ts";
import { jsonResponse } from "../../../http/response/response.ts";
import { formatJsonPath, parsePointer } from "../../../lib/kit/json/json-pointer.ts";
import { type Fault, PROFILE_HINT } from "./responses.ts";

/** Responds with a UCP protocol error over REST (overview, "Error Handling"). */
export const ucpFailure: ErrorResponder = (error) => {
  const { status, body, headers } = toFault(error, formatLocation);
  return jsonResponse(body, status, { ...headers, "cache-control": "no-store" });
};

/**
 * Converts a thrown value to a protocol error. `formatLocation` names the place of an input error
 * for the client.
 */
export function toFault(
  error: unknown,
  formatLocation: (pointer: string) => string,
): Required<Fault<number>> {
  const problem = error instanceof Problem ? error : internalProblem();
  const { code, status = problem.status } = FAULT_CODES[problem.code] ?? { code: problem.code };
  const body = inputErrorBody(problem, formatLocation) ?? {
    code,
    content: [problem.message, problem.hint].filter(Boolean).join(" "),
  };
  return { status, body, headers: problem.headers };
}

/** The problem codes that have another name or status in UCP. */
const FAULT_CODES: Partial<
  Readonly<Record<ProblemCode, { readonly code: string; readonly status?: number }>>
> = {
  invalid_input: { code: "invalid_request" },
  checkout_final: { code: "checkout_not_modifiable" },
  idempotency_conflict: { code: "idempotency_conflict", status: 409 },
  request_in_flight: { code: "idempotency_in_flight" },
  body_too_large: { code: "request_too_large" },
  internal: { code: "internal_error" },
  unavailable: { code: "service_unavailable" },
  payments_unavailable: { code: "service_unavailable" },
  limiter_unavailable: { code: "service_unavailable" },
};

/** Describes input errors. An error in UCP-Agent hides all others, since it names the client. */
function inputErrorBody(
  { code, errors = [] }: Problem,
  formatLocation: (pointer: string) => string,
): Fault<number>["body"] | undefined {
  if (code !== "invalid_input" || errors.length === 0) return undefined;
  const agent = errors.find(({ pointer }) => pointer === "/headers/ucp-agent");
  if (agent)
    return {
      code: "invalid_profile_url",
      content: `UCP-Agent: ${agent.detailWithoutValue ?? agent.detail} ${PROFILE_HINT}`,
    };
  return {
    code: "invalid_request",
    content: errors
      .map(
        ({ pointer, detail, detailWithoutValue = detail }) =>
          `${formatLocation(pointer)}: ${detailWithoutValue}`,
      )
      .join(" "),
  };
}

/** Formats a JSON Pointer as a JSONPath into the body (RFC 9535) or as a header name. */
function formatLocation(pointer: string): string {
  const [section = "body", ...steps] = parsePointer(pointer);
  return section === "body" ? formatJsonPath(steps) : steps.join(".");
}
