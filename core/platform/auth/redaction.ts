import type { Log } from "../../ports/log.ts";
import { redactSecrets } from "../domain/keys/key-format.ts";

/** What an answer is to this room. */
interface RedactableResponse {
  readonly headers: Record<string, string | string[]>;
  readonly body: unknown;
}

/** An answer that repeats no key, wherever in the request one stood. */
export function redactKeys<T extends RedactableResponse>(response: T): T {
  const { headers, body } = response;
  for (const name in headers) {
    const value = headers[name]!;
    // A header is written in Latin-1 at most.
    const redacted =
      typeof value === "string" ? redactSecrets(value).replaceAll("…", "...") : value;
    if (redacted !== value) headers[name] = redacted;
  }
  if (typeof body !== "string") return response;
  const redacted = redactSecrets(body);
  return redacted === body ? response : { ...response, body: redacted };
}

/** A log to which no key is told. */
export const redactingLog = (log: Log): Log => ({
  request: (entry) =>
    log.request({
      ...entry,
      path: redactSecrets(entry.path),
      userAgent: redactSecrets(entry.userAgent),
    }),
  error(error, requestId) {
    const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    const redacted = redactSecrets(text);
    log.error(redacted === text ? error : redacted, requestId);
  },
  warn: (message) => log.warn(redactSecrets(message)),
});
