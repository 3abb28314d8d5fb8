import { type ErrorDetails, JackfieldError } from "./errors.ts";

/** Waits. Rejects with a `JackfieldError` ("aborted") if the signal aborts first. */
export const sleep = (
  milliseconds: number,
  signal?: AbortSignal,
  details?: ErrorDetails,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(abortError(signal, details));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });

const abortError = (signal: AbortSignal | undefined, details?: ErrorDetails): JackfieldError =>
  new JackfieldError("aborted", "The call was aborted.", { ...details, cause: signal?.reason });
