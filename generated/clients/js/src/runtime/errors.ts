/** An error as the services describe it: problem details (RFC 9457). */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** The problem type as a code to switch on. */
  readonly code: string;
  /** An explanation of this occurrence. */
  readonly detail: string;
  /** How to fix the problem. */
  readonly hint?: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly instance?: string;
  /** The errors in the input, each at a JSON Pointer (RFC 6901). */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/**
 * The codes of errors that no service described: the request never got there, no answer came in
 * time, the caller aborted it, the answer isn't one of Jackfield's, or an argument is invalid and
 * nothing was sent.
 */
export type ClientErrorCode =
  | "connection_failed"
  | "timed_out"
  | "aborted"
  | "unreadable_answer"
  | "invalid_input";

/** What a `JackfieldError` knows besides its code and message. */
export interface ErrorDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly problem?: ProblemDetails | undefined;
  readonly retryable?: boolean | undefined;
  readonly retryAfter?: number | undefined;
  readonly attempts?: number | undefined;
  readonly sent?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** The error of every failed call. It contains no API key and no arguments. */
export class JackfieldError extends Error {
  override readonly name: string = "JackfieldError";
  /** The problem's code, or a `ClientErrorCode`. */
  readonly code: string;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The ID with which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** How to fix the problem. */
  readonly hint: string | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The seconds to wait before the next attempt, if the service named them. */
  readonly retryAfter: number | undefined;
  /** The problem as the service described it. */
  readonly problem: ProblemDetails | undefined;
  /** How often the client tried. */
  readonly attempts: number;
  /** How many requests may have reached the service. With 0, nothing has happened there. */
  readonly sent: number;
  /** The key of the call. Send it again to continue the same call instead of starting another. */
  readonly idempotencyKey: string | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    const { problem, attempts = 0 } = details;
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.hint = problem?.hint;
    this.retryable = details.retryable ?? problem?.retryable ?? false;
    this.retryAfter = details.retryAfter;
    this.problem = problem;
    this.attempts = attempts;
    this.sent = details.sent ?? attempts;
    this.idempotencyKey = details.idempotencyKey;
  }
}

/** Creates the error for an argument with which nothing was sent. */
export const invalidInput = (message: string, cause?: unknown): JackfieldError =>
  new JackfieldError("invalid_input", message, { cause });
