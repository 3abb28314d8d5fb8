import type { HttpResponse } from "../../http/handler.ts";
import type { Log } from "../../ports/log.ts";
import { redactSecrets } from "./key-format.ts";

/** The parts of a response that can repeat an API key. */
interface RedactableResponse {
  readonly headers: Record<string, string | string[]>;
  readonly body: unknown;
}

/** Redacts API keys in the headers and text body of a response. Changes `headers` in place. */
export function redactKeys<T extends RedactableResponse>(response: T): T {
  const { headers, body } = response;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== "string") continue;
    // Header values are limited to Latin-1, which has no "…".
    const redacted = redactSecrets(value).replaceAll("…", "...");
    if (redacted !== value) headers[name] = redacted;
  }
  if (typeof body !== "string") return response;
  const redacted = redactSecrets(body);
  return redacted === body ? response : { ...response, body: redacted };
}

/**
 * Lets a response show the API key that it was made for. `redactKeys` changes text only, so the body
 * becomes bytes.
 */
export const exposeKey = (response: HttpResponse): HttpResponse =>
  typeof response.body === "string"
    ? { ...response, body: new TextEncoder().encode(response.body) }
    : response;

/** Wraps a log so that API keys are redacted before an entry is written. */
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
