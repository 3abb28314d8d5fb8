import type { ErrorResponder, HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { jsonResponse, problemResponse } from "../../../http/response/response.ts";

/** An error of the token, revocation or registration endpoint (RFC 6749, section 5.2; RFC 7591). */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** Responds with the error in the format that OAuth clients read. */
export const respondWithOAuthError: ErrorResponder = (error, requestId) => {
  if (error instanceof OAuthError) return errorResponse(400, error.error, error.message);
  if (!(error instanceof Problem)) return problemResponse(error, requestId);
  const { status, code, message, hint, headers } = error;
  const name = status < 500 ? "invalid_request" : "temporarily_unavailable";
  return errorResponse(
    status,
    code === "rate_limited" ? "slow_down" : name,
    `${message} ${hint}`.trim(),
    headers as Record<string, string>,
  );
};

const errorResponse = (
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): HttpResponse =>
  jsonResponse({ error, error_description: toDescription(description) }, status, {
    ...headers,
    "cache-control": "no-store",
  });

/** Descriptions are ASCII without quotation marks and backslashes (RFC 6749, section 5.2). */
const toDescription = (text: string): string =>
  text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, "?");
