import { resolvePointer } from "../../kit/json/json-pointer.ts";
import type { AppRecord } from "../app.ts";

/** Why a run failed. */
export type FailureCode =
  | "upstream_bad_request"
  | "upstream_auth"
  | "upstream_forbidden"
  | "upstream_not_found"
  | "upstream_rate_limited"
  | "upstream_server"
  | "upstream_redirect"
  | "upstream_timeout"
  | "upstream_unreachable"
  | "upstream_bad_answer"
  | "response_too_large"
  | "blocked_address"
  | "interrupted";

/** The failure that an HTTP status stands for, or `undefined` if it is a success. */
export function failureForStatus(status: number): FailureCode | undefined {
  if (status < 300) return undefined;
  // 303 (See Other) and 304 (Not Modified) are results: the action is done, or the resource is
  // unchanged.
  if (status < 400) return status === 303 || status === 304 ? undefined : "upstream_redirect";
  if (status === 401) return "upstream_auth";
  if (status === 403) return "upstream_forbidden";
  if (status === 404 || status === 410) return "upstream_not_found";
  if (status === 429) return "upstream_rate_limited";
  return status < 500 ? "upstream_bad_request" : "upstream_server";
}

/** Whether the same run may succeed later. */
export const isRetryable = (code: FailureCode): boolean =>
  [
    "upstream_rate_limited",
    "upstream_server",
    "upstream_timeout",
    "upstream_unreachable",
    "upstream_bad_answer",
  ].includes(code);

/** Whether the body of a successful response reports an error, according to the app's record. */
export function isErrorBody(
  { refusals = [] }: Pick<AppRecord, "refusals">,
  data: unknown,
): boolean {
  return refusals.some(({ at, is }) => {
    const value = resolvePointer(data, at);
    // An empty list of errors is not an error.
    return is === undefined
      ? value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
      : value === is;
  });
}

/** The app's own error message, if the response contains one, cut to 300 characters. */
export function extractErrorMessage(data: unknown): string | undefined {
  if (typeof data === "string")
    return /^\s*</.test(data) ? undefined : data.trim().slice(0, 300) || undefined;
  if (typeof data !== "object" || data === null) return undefined;
  const {
    message,
    error,
    error_description: description,
    detail,
    title,
    errors,
    errorMessage,
    Message,
  } = data as Record<string, unknown>;
  for (const value of [
    description,
    message,
    detail,
    errorMessage,
    Message,
    error,
    Array.isArray(errors) ? errors[0] : errors,
    title,
  ]) {
    if (typeof value === "string" && value.trim() !== "") return value.trim().slice(0, 300);
    const inner =
      typeof value === "object" && value !== null ? extractErrorMessage(value) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/**
 * The scopes that a 403 response reports as missing, in its challenge (RFC 6750, section 3) or in
 * its body. If the response doesn't name them, these are the scopes that the tool needs. Returns
 * `undefined` if the response has another reason.
 */
export function missingScopes(
  challenge: string | null,
  data: unknown,
  needed: readonly string[],
): readonly string[] | undefined {
  if (challenge && /error="?insufficient_scope/i.test(challenge))
    return /scope="([^"]+)"/i.exec(challenge)?.[1]?.split(" ") ?? needed;
  const text =
    typeof data === "object" && data !== null ? JSON.stringify(data).slice(0, 5_000) : "";
  if (
    !/"(?:insufficient_scope|missing_scope|ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions)"/.test(
      text,
    )
  )
    return undefined;
  const neededScopes = (data as { needed?: unknown }).needed;
  return typeof neededScopes === "string" ? neededScopes.split(/[ ,]+/) : needed;
}
