import type { ErrorResponder } from "../../../http/handler.ts";
import { internalProblem, Problem, type ProblemCode } from "../../../http/problem.ts";
import { jsonResponse } from "../../../http/response/response.ts";
import type { ProtocolResponse } from "../../../http/routing/protocol-routes.ts";
import { formatJsonPath, parsePointer } from "../../../lib/kit/json/json-pointer.ts";
import { echoIdempotencyKey } from "./echo.ts";

/** The version of ACP that responses have. */
export const ACP_VERSION = "2026-04-17";

/** The supported versions of ACP, newest first. */
export const ACP_VERSIONS: readonly string[] = [ACP_VERSION];

/** Responds with an ACP Error object, and echoes the idempotency key of POST requests. */
export const acpFailure: ErrorResponder = (error, _, { method, headers }) => {
  const problem = error instanceof Problem ? error : internalProblem();
  const { status, body, headers: problemHeaders } = acpError(problem);
  return jsonResponse(body, status, {
    ...problemHeaders,
    ...(method === "POST" && echoIdempotencyKey(headers.get("idempotency-key"))),
    "cache-control": "no-store",
  });
};

/** Converts a problem into an ACP response. */
export function acpError(problem: Problem): ProtocolResponse & { readonly body: AcpErrorBody } {
  const { code, status } = {
    code: problem.code,
    status: problem.status,
    ...ERROR_CODES[problem.code],
  };
  const param = errorParam(problem);
  const message =
    inputErrorMessage(problem) ?? [problem.message, problem.hint].filter(Boolean).join(" ");
  return {
    status,
    body: { type: errorType(status), code, message, ...(param && { param }) },
    headers: problem.headers,
  };
}

/** Creates the body of an error that only ACP defines. */
export const refusal = (
  code: string,
  message: string,
  extra: Partial<AcpErrorBody> = {},
): AcpErrorBody => ({ type: "invalid_request", code, message, ...extra });

/** ACP's Error object. */
interface AcpErrorBody {
  type: "invalid_request" | "processing_error" | "service_unavailable";
  code: string;
  message: string;
  param?: string;
  supported_versions?: string[];
}

/**
 * The problem codes that have another name or status in ACP. ACP uses 409 for idempotency keys and
 * session states, not for stock.
 */
const ERROR_CODES: Partial<
  Record<ProblemCode, { readonly code: string; readonly status?: number }>
> = {
  invalid_input: { code: "invalid" },
  offers_do_not_mix: { code: "unsupported" },
  offer_not_found: { code: "invalid_item_id", status: 400 },
  offer_unavailable: { code: "out_of_stock", status: 400 },
  checkout_not_found: { code: "not_found" },
  checkout_final: { code: "conflict" },
  request_in_flight: { code: "idempotency_in_flight" },
};

function errorType(status: number): AcpErrorBody["type"] {
  if (status < 500) return "invalid_request";
  return status === 503 ? "service_unavailable" : "processing_error";
}

/** Describes every input error without the rejected values. */
const inputErrorMessage = ({ code, errors = [] }: Problem): string | undefined =>
  code === "invalid_input" && errors.length > 0
    ? errors
        .map(
          ({ pointer, detail, detailWithoutValue = detail }) =>
            `${pointer.slice(1) || "The body"}: ${detailWithoutValue}`,
        )
        .join(" ")
    : undefined;

/** Returns the JSONPath of the first input error in the body. */
function errorParam({ errors = [] }: Problem): string | undefined {
  const [, ...steps] = parsePointer(
    errors.find(({ pointer }) => pointer.startsWith("/body/"))?.pointer ?? "",
  );
  return steps.length > 0 ? formatJsonPath(steps) : undefined;
}
