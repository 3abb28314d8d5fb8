import { parseRetryAfter } from "../../../core/lib/kit/flow/retry-after.ts";
import { isOutboundFailure, type Outbound } from "../../../core/ports/outbound.ts";
import type { SendResult } from "./span-queue.ts";

interface CollectorOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** The statuses after which a client should try again (OTLP specification, "Failures"). */
const RETRYABLE = new Set([429, 502, 503, 504]);

/**
 * Sends a body to a collector with OTLP over HTTP. Never rejects. `onFailure` receives the first
 * failure in a row, without what the collector answered.
 */
export function createSender(
  outbound: Outbound,
  { url, headers }: CollectorOptions,
  onFailure: (message: string) => void,
): (body: string) => Promise<SendResult> {
  const { host } = new URL(url);
  let isFailing = false;
  const report = (reason: string) => {
    if (!isFailing) onFailure(`Traces can't be exported. ${reason}`);
    isFailing = true;
  };
  return async (body) => {
    try {
      const response = await outbound.fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
        redirects: 0,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
      });
      const { status } = response;
      const text = await response.text();
      if (status >= 200 && status < 300) {
        isFailing = false;
        return { outcome: "accepted", rejected: readRejected(text) };
      }
      report(`${host} responded with ${status}.`);
      const seconds = parseRetryAfter(response.headers, Date.now());
      return {
        outcome: "failed",
        isRetryable: RETRYABLE.has(status),
        ...(seconds !== undefined && { retryAfterMs: Math.min(seconds, 60) * 1_000 }),
      };
    } catch (error) {
      report(isOutboundFailure(error) ? error.message : String((error as Error).name));
      return { outcome: "failed", isRetryable: true };
    }
  };
}

/** Reads how many spans the collector rejected, from an ExportTraceServiceResponse. */
function readRejected(text: string): number {
  try {
    const count = Number(JSON.parse(text)?.partialSuccess?.rejectedSpans ?? 0);
    return Number.isInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}
