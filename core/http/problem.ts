import type { components as account } from "../../generated/account/schema.d.ts";
import type { components as platform } from "../../generated/platform/schema.d.ts";
import type { components as site } from "../../generated/site/schema.d.ts";

/** The problem codes of all services, as defined in the spec. */
export type ProblemCode =
  | account["schemas"]["ProblemCode"]
  | platform["schemas"]["ProblemCode"]
  | site["schemas"]["ProblemCode"];

/** One error in the input, as a problem states it. */
export type ProblemError = Readonly<site["schemas"]["InputError"]> & {
  /**
   * The detail without the rejected value, for protocol clients, whose requests may carry payment
   * data. Never part of a problem's body. Absent if `detail` repeats no value.
   */
  readonly detailWithoutValue?: string;
  /** The broken rule, for pages that say it in their words. Never part of a problem's body. */
  readonly rule?: InputRule | undefined;
};

/** A rule that a value breaks. */
export type InputRule =
  | { readonly kind: "missing" }
  | {
      readonly kind: "least" | "most";
      readonly limit: number;
      readonly unit: "characters" | "entries" | "number";
    }
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "choice"; readonly values: readonly unknown[] }
  /** A pattern or a format. */
  | { readonly kind: "form" };

/** Members of platform problems that help to resolve them. */
type ProblemExtensions = Pick<
  platform["schemas"]["Problem"],
  "connect_url" | "reconnect_url" | "candidates" | "scopes"
>;

type ProblemBody = Omit<site["schemas"]["Problem"], "code"> &
  ProblemExtensions & { code: ProblemCode };

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
}

/** Every problem code of the spec needs an entry here to compile. */
const PROBLEM_KINDS = {
  invalid_input: {
    status: 400,
    title: "Invalid input",
    retryable: false,
  },
  outside_site: { status: 400, title: "URL outside the site", retryable: false },
  invalid_signature: {
    status: 400,
    title: "Invalid webhook signature",
    retryable: false,
  },
  offers_do_not_mix: {
    status: 400,
    title: "Offers can't be bought together",
    retryable: false,
  },
  unauthorized: { status: 401, title: "Valid API key required", retryable: false },
  key_expired: { status: 401, title: "API key expired", retryable: false },
  key_revoked: { status: 401, title: "API key revoked", retryable: false },
  permission_denied: { status: 403, title: "Permission denied", retryable: false },
  session_required: { status: 401, title: "Session required", retryable: false },
  sign_in_failed: { status: 401, title: "Sign-in failed", retryable: false },
  proof_required: { status: 403, title: "Recent sign-in required", retryable: false },
  role_required: { status: 403, title: "Owner required", retryable: false },
  foreign_request: { status: 403, title: "Request from another site", retryable: false },
  record_not_found: { status: 404, title: "Record not found", retryable: false },
  already_member: { status: 409, title: "Already a member", retryable: false },
  last_owner: { status: 409, title: "Last owner", retryable: false },
  name_taken: { status: 409, title: "Name taken", retryable: false },
  key_shown: { status: 409, title: "Key already shown", retryable: false },
  key_inactive: { status: 409, title: "Key inactive", retryable: false },
  app_exists: { status: 409, title: "App ID taken", retryable: false },
  app_connected: { status: 409, title: "App has connections", retryable: false },
  app_refused: { status: 422, title: "App can't be added", retryable: false },
  run_unfinished: { status: 409, title: "Run in progress", retryable: true },
  confirmation_required: { status: 409, title: "Confirmation required", retryable: false },
  arguments_incomplete: { status: 409, title: "Arguments incomplete", retryable: false },
  run_impossible: { status: 409, title: "Run not possible", retryable: false },
  key_without_secret: { status: 409, title: "Key without a secret", retryable: false },
  password_refused: { status: 422, title: "Password too weak", retryable: false },
  not_admitted: { status: 403, title: "Not a member", retryable: false },
  sign_in_method_off: { status: 403, title: "Sign-in method off", retryable: false },
  identity_linked: { status: 409, title: "Identity belongs to a member", retryable: false },
  last_sign_in_method: { status: 409, title: "Last way to sign in", retryable: false },
  sign_in_busy: { status: 503, title: "Sign-in busy", retryable: true },
  not_found: { status: 404, title: "Path not found", retryable: false },
  scope_missing: { status: 403, title: "Connection lacks a scope", retryable: false },
  page_not_found: { status: 404, title: "Page not found", retryable: false },
  part_not_found: { status: 404, title: "Page part not found", retryable: false },
  offer_not_found: { status: 404, title: "Offer not found", retryable: false },
  checkout_not_found: { status: 404, title: "Checkout not found", retryable: false },
  app_not_found: { status: 404, title: "App not found", retryable: false },
  connection_not_found: { status: 404, title: "Connection not found", retryable: false },
  method_not_offered: {
    status: 400,
    title: "Authentication method not supported",
    retryable: false,
  },
  return_url_refused: { status: 400, title: "Return URL not allowed", retryable: false },
  app_not_configured: {
    status: 409,
    title: "OAuth client not configured",
    retryable: false,
  },
  link_expired: { status: 410, title: "Connect link expired", retryable: false },
  secret_unreadable: {
    status: 500,
    title: "Stored credentials unreadable",
    retryable: false,
  },
  provider_unavailable: {
    status: 503,
    title: "Sign-in server unavailable",
    retryable: true,
  },
  tool_not_found: { status: 404, title: "Tool not found", retryable: false },
  run_not_found: { status: 404, title: "Run not found", retryable: false },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    retryable: false,
  },
  connection_required: { status: 409, title: "Connection required", retryable: false },
  connection_ambiguous: { status: 409, title: "Several connections match", retryable: false },
  connection_incomplete: { status: 409, title: "Connection incomplete", retryable: false },
  connection_inactive: { status: 409, title: "Connection inactive", retryable: false },
  offer_unavailable: { status: 409, title: "Offer sold out", retryable: false },
  checkout_final: { status: 409, title: "Checkout ended", retryable: false },
  request_in_flight: {
    status: 409,
    title: "Request in progress",
    retryable: true,
  },
  body_too_large: { status: 413, title: "Request body too large", retryable: false },
  wrong_host: { status: 421, title: "Wrong host", retryable: false },
  unreadable_page: {
    status: 422,
    title: "Page is not text",
    retryable: false,
  },
  invalid_arguments: { status: 422, title: "Invalid tool arguments", retryable: false },
  blocked_address: {
    status: 422,
    title: "Blocked address",
    retryable: false,
  },
  idempotency_conflict: {
    status: 422,
    title: "Idempotency key conflict",
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: "Rate limit exceeded",
    retryable: true,
  },
  trigger_not_found: { status: 404, title: "Trigger not found", retryable: false },
  event_not_found: { status: 404, title: "Event not found", retryable: false },
  trigger_changed: { status: 409, title: "Trigger changed", retryable: false },
  too_many_triggers: { status: 409, title: "Too many triggers", retryable: false },
  data_gone: { status: 409, title: "Event data deleted", retryable: false },
  expression_invalid: { status: 422, title: "Invalid expression", retryable: false },
  schedule_invalid: { status: 422, title: "Invalid schedule", retryable: false },
  subscription_refused: { status: 422, title: "Subscription rejected", retryable: false },
  poll_not_possible: { status: 422, title: "List can't be polled", retryable: false },
  signing_required: { status: 422, title: "Signature scheme required", retryable: false },
  destination_refused: { status: 422, title: "Destination refused", retryable: false },
  internal: { status: 500, title: "Internal error", retryable: true },
  not_implemented: {
    status: 501,
    title: "Not implemented",
    retryable: false,
  },
  origin_unreachable: {
    status: 502,
    title: "Upstream site unreachable",
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: "Site pages unavailable",
    retryable: true,
  },
  limiter_unavailable: { status: 503, title: "Rate limiter unavailable", retryable: true },
  catalog_not_ready: {
    status: 503,
    title: "App catalog not ready",
    retryable: true,
  },
  storage_unavailable: {
    status: 503,
    title: "Storage unavailable",
    retryable: true,
  },
  payments_unavailable: { status: 503, title: "Payment provider unavailable", retryable: true },
} satisfies Record<ProblemCode, ProblemKind>;

/** Optional members of a problem. */
interface ProblemOptions extends ErrorOptions {
  /** How to fix the problem, in the imperative. */
  readonly hint?: string | undefined;
  /** The errors in the input. */
  readonly errors?: readonly ProblemError[] | undefined;
  /**
   * Response headers, such as Allow or Retry-After. Problems with status 503 get Retry-After by
   * default.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Members that help to resolve platform problems. */
  readonly extensions?: ProblemExtensions | undefined;
}

/** An expected API error (RFC 9457). Any other error is a bug and becomes a 500 without details. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly hint: string | undefined;
  readonly errors: readonly ProblemError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: ProblemExtensions | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    { hint, errors, headers, extensions, cause }: ProblemOptions = {},
  ) {
    super(detail, { cause });
    this.code = code;
    this.hint = hint;
    this.errors = errors;
    this.extensions = extensions;
    this.headers = headers ?? (PROBLEM_KINDS[code].status === 503 ? { "retry-after": "30" } : {});
  }

  get status(): number {
    return PROBLEM_KINDS[this.code].status;
  }

  get title(): string {
    return PROBLEM_KINDS[this.code].title;
  }

  /** Returns the response body (RFC 9457) with the request ID as its `instance` URN. */
  toBody(requestId?: string): ProblemBody {
    const { status, title, retryable } = PROBLEM_KINDS[this.code];
    return {
      type: `urn:problem-type:jackfield:${this.code}`,
      title,
      status,
      code: this.code,
      detail: this.message,
      ...(this.hint && { hint: this.hint }),
      retryable,
      ...(requestId && { instance: `urn:uuid:${requestId}` }),
      ...(this.errors && {
        errors: this.errors.map(({ pointer, detail }) => ({ pointer, detail })),
      }),
      ...this.extensions,
    };
  }
}

/** The response to any error that is not a `Problem`. */
export const internalProblem = (): Problem =>
  new Problem("internal", "An internal error occurred.", {
    hint: "Try again. If the error persists, send the Request-Id of this response to the operator of the service.",
  });
