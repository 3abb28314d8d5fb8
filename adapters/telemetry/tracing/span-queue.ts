import type { MetricFamily } from "../../../core/lib/kit/text/exposition.ts";
import type { EndedSpan } from "./create-tracer.ts";

/** The result of sending spans: how many the collector rejected, or whether to try again. */
export type SendResult =
  | { readonly outcome: "accepted"; readonly rejected: number }
  | { readonly outcome: "failed"; readonly isRetryable: boolean; readonly retryAfterMs?: number };

interface SpanQueueOptions {
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
interface SpanQueue {
  /** Adds a span, or drops it if the queue is full. Never waits. */
  add(span: EndedSpan): void;
  families(): readonly MetricFamily[];
  /** Sends what is left, with one attempt for each batch. Resolves after `timeoutMs` at the latest. */
  close(timeoutMs?: number): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const CLOSE_MILLISECONDS = 3_000;

/** Creates a queue that sends one batch at a time, and never holds more than `maxSpans`. */
export const createSpanQueue = (options: SpanQueueOptions): SpanQueue => new BatchQueue(options);

class BatchQueue implements SpanQueue {
  readonly #options: Required<SpanQueueOptions>;
  readonly #counts = { exported: 0, dropped: 0, rejected: 0, failed: 0 };
  #waiting: EndedSpan[] = [];
  #batch: readonly EndedSpan[] = [];
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: Promise<void> | undefined;
  #isClosing = false;

  constructor({
    send,
    maxSpans = 2_048,
    maxPerBatch = 512,
    delayMs = 5_000,
    firstRetryMs = 1_000,
  }: SpanQueueOptions) {
    this.#options = { send, maxSpans, maxPerBatch, delayMs, firstRetryMs };
  }

  add(span: EndedSpan): void {
    const { maxSpans, maxPerBatch, delayMs } = this.#options;
    if (this.#waiting.length + this.#batch.length >= maxSpans) {
      this.#counts.dropped++;
      return;
    }
    this.#waiting.push(span);
    // A retry, or the batch that is being sent, comes first.
    if (this.#batch.length > 0) return;
    // Later spans must not postpone the batch.
    if (this.#waiting.length === maxPerBatch) this.#schedule(0);
    else if (this.#timer === undefined) this.#schedule(delayMs);
  }

  families(): readonly MetricFamily[] {
    return [
      {
        name: "jackfield_spans_total",
        help: "Spans of traces by outcome: exported, dropped because the queue was full, rejected by the collector, or failed after all attempts.",
        type: "counter",
        samples: Object.entries(this.#counts).map(([outcome, value]) => ({
          labels: { outcome },
          value,
        })),
      },
    ];
  }

  async close(timeoutMs = CLOSE_MILLISECONDS): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    let limit: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([
      this.#drain(),
      new Promise<void>((resolve) => {
        limit = setTimeout(resolve, timeoutMs);
      }),
    ]);
    clearTimeout(limit);
  }

  async #drain(): Promise<void> {
    await this.#current;
    while (this.#batch.length + this.#waiting.length > 0) await this.#run();
  }

  #schedule(delay: number): void {
    if (this.#isClosing) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delay);
    this.#timer.unref?.();
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#current ??= this.#sendBatch().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  async #sendBatch(): Promise<void> {
    const { send, maxPerBatch, delayMs, firstRetryMs } = this.#options;
    if (this.#batch.length === 0) {
      this.#batch = this.#waiting.slice(0, maxPerBatch);
      this.#waiting = this.#waiting.slice(maxPerBatch);
      this.#attempts = 0;
    }
    if (this.#batch.length === 0) return;
    this.#attempts++;
    const result = await send(this.#batch);
    if (result.outcome === "accepted") {
      this.#counts.exported += this.#batch.length - result.rejected;
      this.#counts.rejected += result.rejected;
    } else if (result.isRetryable && this.#attempts < MAX_ATTEMPTS && !this.#isClosing) {
      this.#schedule(result.retryAfterMs ?? firstRetryMs * 2 ** (this.#attempts - 1));
      return;
    } else this.#counts.failed += this.#batch.length;
    this.#batch = [];
    if (this.#waiting.length > 0) this.#schedule(this.#waiting.length >= maxPerBatch ? 0 : delayMs);
  }
}
