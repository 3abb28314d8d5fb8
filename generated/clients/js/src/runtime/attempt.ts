import type { ClientErrorCode } from "./errors.ts";
import type { PlainRequest } from "./request.ts";
import { wasUnsent } from "./retry.ts";

/** A response whose body has been read, or whose stream is open. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or an `OpenStream`; undefined if the body is empty or can't be read. */
  readonly value: unknown;
  /** Why the body can't be read. */
  readonly fault?: string;
  readonly isUnsent: false;
}

/** The body of a response that has not ended. */
export interface OpenStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Closes the connection. */
  close(): void;
}

/** An attempt without a response. */
export interface AttemptFailure {
  readonly code: ClientErrorCode;
  readonly message: string;
  readonly cause: unknown;
  /** Whether the request has certainly not reached the service. */
  readonly isUnsent: boolean;
}

/** Sends a request once and reads the response, or the head of a stream, within the timeout. */
export async function attempt(
  { url, ...init }: PlainRequest,
  {
    fetch,
    signal,
    timeout,
    streams,
  }: {
    readonly fetch: typeof globalThis.fetch;
    readonly signal: AbortSignal | undefined;
    readonly timeout: number;
    readonly streams: boolean | undefined;
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
    const { status, headers, type, body } = response;
    const isStream = headers.get("content-type")?.startsWith("text/event-stream");
    if (streams && response.ok && isStream)
      return { status, headers, isUnsent: false, value: { body, close: () => controller.abort() } };
    const text = await response.text();
    // A page learns no more of a redirect than its type.
    const isHidden = type === "opaqueredirect";
    return {
      status: isHidden ? 300 : status,
      headers,
      isUnsent: false,
      ...parseBody(text, streams),
    };
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

function parseBody(
  text: string,
  streams: boolean | undefined,
): { readonly value: unknown; readonly fault?: string } {
  const fault = streams ? { fault: "no event stream" } : {};
  if (!text) return { value: undefined, ...fault };
  try {
    return { value: JSON.parse(text), ...fault };
  } catch {
    return { value: undefined, fault: "a body that isn't JSON", ...fault };
  }
}

/** The code of the network error that Node.js and Bun name, in parentheses. */
function describe(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const name = cause?.code ?? code;
  return typeof name === "string" ? ` (${name})` : "";
}
