import type { components as platform } from "../generated/platform/schema.d.ts";
import type { components as site } from "../generated/site/schema.d.ts";

/** The kinds of problem of both services, as the spec names them. */
export type ProblemCode = platform["schemas"]["ProblemCode"] | site["schemas"]["ProblemCode"];

/** One thing that is wrong with what was sent, and where. */
export type InputError = site["schemas"]["InputError"];

/** What some problems of the platform say besides: how to mend them. */
export type ProblemExtensions = Pick<
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

/** Adding a kind to the spec without a line here does not compile. */
const PROBLEM_KINDS = {
  invalid_input: {
    status: 400,
    title: "The request does not fit the specification",
    retryable: false,
  },
  outside_site: { status: 400, title: "The URL is not one of this site", retryable: false },
  invalid_signature: {
    status: 400,
    title: "The webhook is not the payment provider's",
    retryable: false,
  },
  offers_do_not_mix: {
    status: 400,
    title: "The offers can't be bought together",
    retryable: false,
  },
  unauthorized: { status: 401, title: "No good key was sent", retryable: false },
  key_expired: { status: 401, title: "The key's time is over", retryable: false },
  key_revoked: { status: 401, title: "The key has been revoked", retryable: false },
  permission_denied: { status: 403, title: "The key does not allow this", retryable: false },
  not_found: { status: 404, title: "Nothing is served at this path", retryable: false },
  scope_missing: { status: 403, title: "The connection does not allow this", retryable: false },
  page_not_found: { status: 404, title: "The site has no such page", retryable: false },
  part_not_found: { status: 404, title: "The page has no such part", retryable: false },
  offer_not_found: { status: 404, title: "Nothing of that id is for sale", retryable: false },
  checkout_not_found: { status: 404, title: "There is no such checkout", retryable: false },
  app_not_found: { status: 404, title: "There is no such app", retryable: false },
  connection_not_found: { status: 404, title: "There is no such connection", retryable: false },
  method_not_offered: {
    status: 400,
    title: "The app can't be connected in this way",
    retryable: false,
  },
  return_url_refused: { status: 400, title: "People may not be sent there", retryable: false },
  app_not_configured: {
    status: 409,
    title: "There is no OAuth client for the app",
    retryable: false,
  },
  link_expired: { status: 410, title: "The link leads nowhere any more", retryable: false },
  secret_unreadable: {
    status: 500,
    title: "What is kept of the connection can't be opened",
    retryable: false,
  },
  provider_unavailable: {
    status: 503,
    title: "The app's sign-in server can't be reached just now",
    retryable: true,
  },
  tool_not_found: { status: 404, title: "There is no such tool", retryable: false },
  run_not_found: { status: 404, title: "There is no such run", retryable: false },
  method_not_allowed: {
    status: 405,
    title: "The path is not served with this method",
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: "None of the media types asked for can be given",
    retryable: false,
  },
  connection_required: { status: 409, title: "The app is not connected", retryable: false },
  connection_ambiguous: { status: 409, title: "Several connections would do", retryable: false },
  connection_inactive: { status: 409, title: "The connection has to be renewed", retryable: false },
  offer_unavailable: { status: 409, title: "The offer is sold out", retryable: false },
  checkout_final: { status: 409, title: "The checkout is over", retryable: false },
  request_in_flight: {
    status: 409,
    title: "The same request is being carried out",
    retryable: true,
  },
  body_too_large: { status: 413, title: "The body is larger than is read", retryable: false },
  wrong_host: { status: 421, title: "The service does not answer for that host", retryable: false },
  unreadable_page: {
    status: 422,
    title: "The page holds no text that can be read",
    retryable: false,
  },
  invalid_arguments: { status: 422, title: "The arguments do not fit the tool", retryable: false },
  blocked_address: {
    status: 422,
    title: "The app is at an address that is not reached",
    retryable: false,
  },
  idempotency_conflict: {
    status: 422,
    title: "The idempotency key was used for another request",
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: "The client has asked more than its rate allows",
    retryable: true,
  },
  internal: { status: 500, title: "A fault of this service", retryable: true },
  not_implemented: {
    status: 501,
    title: "What the request wants of the connection is not done",
    retryable: false,
  },
  origin_unreachable: {
    status: 502,
    title: "The site behind this service gives no answer",
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: "The site's pages can't be reached just now",
    retryable: true,
  },
  limiter_unavailable: { status: 503, title: "Nobody can be counted just now", retryable: true },
  catalog_not_ready: {
    status: 503,
    title: "The catalog of apps is still being compiled",
    retryable: true,
  },
  storage_unavailable: {
    status: 503,
    title: "What is kept of accounts can't be reached just now",
    retryable: true,
  },
  payments_unavailable: { status: 503, title: "Nothing can be bought just now", retryable: true },
} satisfies Record<ProblemCode, ProblemKind>;

/** What a problem may say besides its kind and its detail. */
export interface ProblemOptions extends ErrorOptions {
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Each thing that is wrong with the input. */
  readonly errors?: readonly InputError[] | undefined;
  /** Headers that belong to the answer, such as Allow or Retry-After. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where and with what it can be mended. */
  readonly extensions?: ProblemExtensions | undefined;
}

/** A failure that the caller is told about. Any other error is a bug, and answered with a 500 that tells nothing. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly hint: string | undefined;
  readonly errors: readonly InputError[] | undefined;
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

  /** The problem as RFC 9457 writes it; `instance` is the id of the request, as a URN. */
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
      ...(this.errors && { errors: [...this.errors] }),
      ...this.extensions,
    };
  }
}

/** What an error that is not a `Problem` looks like from outside. */
export const internalProblem = (): Problem =>
  new Problem(
    "internal",
    "Something went wrong on our side; the operator finds the cause in the log by this request's id.",
    {
      hint: "Try again; if it stays so, give the Request-Id of the answer to the service's operator.",
    },
  );
