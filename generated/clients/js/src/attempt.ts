import type { ClientErrorCode } from "./errors.ts";
import type { PlainRequest } from "./request.ts";
import { wasUnsent } from "./retry.ts";

/** A response whose body has been read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined if it is empty or isn't JSON. */
  readonly value: unknown;
  /** Whether the body is JSON or empty. */
  readonly isReadable: boolean;
  readonly isUnsent: false;
}

/** An attempt without a response. */
export interface AttemptFailure {
  readonly code: ClientErrorCode;
  readonly message: string;
  readonly cause: unknown;
  /** Whether the request has certainly not reached the service. */
  readonly isUnsent: boolean;
}

/** Sends a request once and reads the response, both within the timeout. */
export async function attempt(
  { url, ...init }: PlainRequest,
  {
    fetch,
    signal,
    timeout,
  }: {
    readonly fetch: typeof globalThis.fetch;
    readonly signal: AbortSignal | undefined;
    readonly timeout: number;
  },
): Promise<Received | AttemptFailure> {
  const fail = (
    code: ClientErrorCode,
    message: string,
    cause: unknown,
    isUnsent = false,
  ): AttemptFailure => ({ code, message, cause, isUnsent });
  if (signal?.aborted) return fail("aborted", "The call was aborted.", signal.reason, true);
  const controller = new AbortController();
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    controller.abort();
  }, timeout);
  const forwardAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", forwardAbort);
  try {
    const response = await fetch(url, {
      ...init,
      // Following a redirect could send the key, or a POST as GET, to another place.
      redirect: "manual",
      signal: controller.signal,
    });
    const text = await response.text();
    const { status, headers, type } = response;
    // A page learns no more of a redirect than its type.
    const isHidden = type === "opaqueredirect";
    return { status: isHidden ? 300 : status, headers, isUnsent: false, ...parseBody(text) };
  } catch (cause) {
    if (signal?.aborted) return fail("aborted", "The call was aborted.", cause);
    if (hasTimedOut)
      return fail("timed_out", `No complete answer came within ${timeout / 1_000} seconds.`, cause);
    const { origin } = new URL(url);
    return fail(
      "connection_failed",
      `The connection to ${origin} failed${describe(cause)}.`,
      cause,
      wasUnsent(cause),
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", forwardAbort);
  }
}

function parseBody(text: string): Pick<Received, "value" | "isReadable"> {
  if (!text) return { value: undefined, isReadable: true };
  try {
    return { value: JSON.parse(text), isReadable: true };
  } catch {
    return { value: undefined, isReadable: false };
  }
}

/** The code of the network error that Node.js and Bun name, in parentheses. */
function describe(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const name = cause?.code ?? code;
  return typeof name === "string" ? ` (${name})` : "";
}
