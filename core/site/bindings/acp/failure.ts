import type { ProtocolResponse } from "../../../http/protocol-operations.ts";
import { jsonResponse } from "../../../http/response.ts";
import type { ErrorResponder } from "../../../http/telemetry.ts";
import { internalProblem, Problem, type ProblemCode } from "../../../problem.ts";
import { formatJsonPath, parsePointer } from "../json-path.ts";
import { echoIdempotencyKey } from "./echo.ts";

/** The version of ACP that is served. */
export const ACP_VERSION = "2026-04-17";

/** The versions of ACP that are served, the newest first. */
export const ACP_VERSIONS: readonly string[] = [ACP_VERSION];

/** What goes wrong, as ACP says it: its Error object, with what ACP wants to be echoed. */
export const acpFailure: ErrorResponder = (error, _, { method, headers }) => {
  const problem = error instanceof Problem ? error : internalProblem();
  const { status, body, headers: problemHeaders } = acpError(problem);
  return jsonResponse(body, status, {
    ...problemHeaders,
    ...(method === "POST" && echoIdempotencyKey(headers.get("idempotency-key"))),
    "cache-control": "no-store",
  });
};

/** A problem as an answer of ACP's. */
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

/** An error that no other protocol knows. */
export const refusal = (
  code: string,
  message: string,
  extra: Partial<AcpErrorBody> = {},
): AcpErrorBody => ({ type: "invalid_request", code, message, ...extra });

export interface AcpErrorBody {
  type: "invalid_request" | "processing_error" | "service_unavailable";
  code: string;
  message: string;
  param?: string;
  supported_versions?: string[];
}

/** What ACP calls what the spec calls otherwise. Its 409 is for keys and for the state of a session, not for stock. */
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

const errorType = (status: number) =>
  status < 500 ? "invalid_request" : status === 503 ? "service_unavailable" : "processing_error";

/** Each thing that is wrong with what was sent, without repeating it. */
const inputErrorMessage = ({ code, errors = [] }: Problem): string | undefined =>
  code === "invalid_input" && errors.length > 0
    ? errors
        .map(
          ({ pointer, detail, detailWithoutValue = detail }) =>
            `${pointer.slice(1) || "The body"}: ${detailWithoutValue}`,
        )
        .join(" ")
    : undefined;

/** Where the first thing that is wrong is in the body. */
function errorParam({ errors = [] }: Problem): string | undefined {
  const [, ...steps] = parsePointer(
    errors.find(({ pointer }) => pointer.startsWith("/body/"))?.pointer ?? "",
  );
  return steps.length > 0 ? formatJsonPath(steps) : undefined;
}
