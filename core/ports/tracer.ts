/** Attributes of a span. They never contain a secret, or a value that a stranger can make long. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The kinds of OpenTelemetry. A `consumer` works on a job that was added earlier. */
export type SpanKind = "internal" | "server" | "client" | "consumer";

interface SpanOptions {
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes | undefined;
  /**
   * The `traceparent` that the span continues. `null` begins a trace. Default: the span in which
   * `trace` is called.
   */
  readonly parent?: string | null | undefined;
  /** Set if a client sent `parent`, so that its sampling decision may not count. */
  readonly isParentUntrusted?: boolean | undefined;
}

/** An operation in progress. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly id: string;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the operation as failed. `type` is a code with few different values. */
  fail(type: string): void;
}

/** Records traces. */
export interface Tracer {
  /**
   * Runs a function in a span, which ends when the function returns, or when its promise settles. If
   * the function throws, the span has failed.
   */
  trace<Result>(name: string, options: SpanOptions, run: (span: Span) => Result): Result;
  /** Adds attributes to the current span. Does nothing outside of spans. */
  annotate(attributes: SpanAttributes): void;
  /** Returns the `traceparent` of the current span (W3C Trace Context). */
  traceparent(): string | undefined;
}

const NO_SPAN: Span = { traceId: "", id: "", rename() {}, setAttributes() {}, fail() {} };

/** Records nothing. */
export const NO_TRACER: Tracer = {
  trace: (_name, _options, run) => run(NO_SPAN),
  annotate() {},
  traceparent: () => undefined,
};
