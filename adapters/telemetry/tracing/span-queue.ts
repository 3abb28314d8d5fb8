import type { MetricFamily } from "../../../core/lib/kit/text/exposition.ts";
import type { EndedSpan } from "./create-tracer.ts";

/** The result of sending spans: how many the collector rejected, or whether to try again. */
export type SendResult =
  | { readonly outcome: "accepted"; readonly rejected: number }
  | { readonly outcome: "failed"; readonly isRetryable: boolean; readonly retryAfterMs?: number };

export interface SpanQueueOptions {
  /** Sends spans. Must not reject. */
  send(spans: readonly EndedSpan[]): Promise<SendResult>;
  /** Default: 2,048. */
  readonly maxSpans?: number;
  /** Default: 512. */
  readonly maxPerBatch?: number;
  /** For how long spans wait for others, in milliseconds. Default: 5,000. */
  readonly delayMs?: number;
  /** The delay before the second attempt, in milliseconds. It doubles each time. Default: 1,000. */
  readonly firstRetryMs?: number;
}

/** Spans on their way to the collector. */
export interface SpanQueue {
  /** Adds a span, or drops it if the queue is full. Never waits. */
  add(span: EndedSpan): void;
  families(): readonly MetricFamily[];
  /** Sends what is left, with one attempt for each batch. Resolves after `timeoutMs` at the latest. */
  close(timeoutMs?: number): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const CLOSE_MILLISECONDS = 3_000;

/** Creates a queue that sends one batch at a time, and never holds more than `maxSpans`. */
export function createSpanQueue({
  send,
  maxSpans = 2_048,
  maxPerBatch = 512,
  delayMs = 5_000,
  firstRetryMs = 1_000,
}: SpanQueueOptions): SpanQueue {
  const counts = { exported: 0, dropped: 0, rejected: 0, failed: 0 };
  let waiting: EndedSpan[] = [];
  let batch: readonly EndedSpan[] = [];
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<void> | undefined;
  let isClosing = false;

  const sendBatch = async () => {
    if (batch.length === 0) {
      batch = waiting.slice(0, maxPerBatch);
      waiting = waiting.slice(maxPerBatch);
      attempts = 0;
    }
    if (batch.length === 0) return;
    attempts++;
    const result = await send(batch);
    if (result.outcome === "accepted") {
      counts.exported += batch.length - result.rejected;
      counts.rejected += result.rejected;
    } else if (result.isRetryable && attempts < MAX_ATTEMPTS && !isClosing) {
      schedule(result.retryAfterMs ?? firstRetryMs * 2 ** (attempts - 1));
      return;
    } else counts.failed += batch.length;
    batch = [];
    if (waiting.length > 0) schedule(waiting.length >= maxPerBatch ? 0 : delayMs);
  };

  const run = () => {
    clearTimeout(timer);
    timer = undefined;
    current ??= sendBatch().finally(() => {
      current = undefined;
    });
    return current;
  };

  const schedule = (delay: number) => {
    if (isClosing) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delay);
    timer.unref?.();
  };

  const drain = async () => {
    await current;
    while (batch.length + waiting.length > 0) await run();
  };

  return {
    add(span) {
      if (waiting.length + batch.length >= maxSpans) {
        counts.dropped++;
        return;
      }
      waiting.push(span);
      // A retry, or the batch that is being sent, comes first.
      if (batch.length > 0) return;
      // Later spans must not postpone the batch.
      if (waiting.length === maxPerBatch) schedule(0);
      else if (timer === undefined) schedule(delayMs);
    },
    families: () => [
      {
        name: "jackfield_spans_total",
        help: "Spans of traces by outcome: exported, dropped because the queue was full, rejected by the collector, or failed after all attempts.",
        type: "counter",
        samples: Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
    ],
    async close(timeoutMs = CLOSE_MILLISECONDS) {
      isClosing = true;
      clearTimeout(timer);
      let limit: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([
        drain(),
        new Promise<void>((resolve) => {
          limit = setTimeout(resolve, timeoutMs);
        }),
      ]);
      clearTimeout(limit);
    },
  };
}
