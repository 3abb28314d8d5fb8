import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanAttributes, SpanKind, Tracer } from "../../../core/ports/tracer.ts";
import type { Sampler } from "./sampler.ts";
import {
  formatTraceparent,
  parseTraceparent,
  randomHex,
  type SpanContext,
} from "./span-context.ts";

/** A span that has ended. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly isParentRemote: boolean;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  /** Absent if it didn't fail. */
  readonly errorType: string | undefined;
}

interface TracerOptions {
  readonly sampler: Sampler;
  /** Receives the spans of recorded traces. Must neither throw nor wait. */
  record(span: EndedSpan): void;
}

/** Creates a tracer. The current span follows asynchronous calls. */
export function createTracer({ sampler, record }: TracerOptions): Tracer {
  const storage = new AsyncLocalStorage<ActiveSpan>();
  return {
    trace(name, { kind, attributes, parent, isParentUntrusted = false }, run) {
      const remote = parent ? parseTraceparent(parent) : undefined;
      const local = parent === undefined ? storage.getStore() : undefined;
      const context = local ?? remote;
      const isSampled = sampler(context, remote !== undefined && isParentUntrusted);
      const span = new ActiveSpan({
        traceId: context?.traceId ?? randomHex(16),
        id: randomHex(8),
        isSampled,
        parentId: context?.spanId,
        isParentRemote: remote !== undefined,
        epoch: local?.epoch ?? Date.now() - performance.now(),
        name,
        kind,
        attributes,
      });
      const end = isSampled ? () => record(span.end()) : () => {};
      return storage.run(span, () => runUntilEnd(span, run, end));
    },
    annotate: (attributes) => storage.getStore()?.setAttributes(attributes),
    traceparent() {
      const span = storage.getStore();
      return span && formatTraceparent(span);
    },
  };
}

/** Runs a function, and ends the span when it returns, or when its promise settles. */
function runUntilEnd<Result>(
  span: ActiveSpan,
  run: (span: Span) => Result,
  end: () => void,
): Result {
  const fail = (error: unknown) => {
    span.fail(errorType(error));
    end();
  };
  let result: Result;
  try {
    result = run(span);
  } catch (error) {
    fail(error);
    throw error;
  }
  if (result instanceof Promise) result.then(end, fail);
  else end();
  return result;
}

/** A code or the name of a class. Messages can contain what a client sent. */
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === "string") return code;
  return typeof name === "string" ? name : "error";
}

interface SpanStart {
  readonly traceId: string;
  readonly id: string;
  readonly isSampled: boolean;
  readonly parentId: string | undefined;
  readonly isParentRemote: boolean;
  /**
   * The time of the system's clock at 0 of the steady clock. The spans of a trace share it, because
   * the clocks drift apart over weeks.
   */
  readonly epoch: number;
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: SpanAttributes | undefined;
}

class ActiveSpan implements Span, SpanContext {
  readonly #start: SpanStart;
  readonly #startedAt = performance.now();
  #name: string;
  #attributes: SpanAttributes;
  #errorType: string | undefined;

  constructor(start: SpanStart) {
    this.#start = start;
    this.#name = start.name;
    this.#attributes = start.attributes ?? {};
  }

  get traceId(): string {
    return this.#start.traceId;
  }

  get id(): string {
    return this.#start.id;
  }

  get spanId(): string {
    return this.#start.id;
  }

  get epoch(): number {
    return this.#start.epoch;
  }

  get isSampled(): boolean {
    return this.#start.isSampled;
  }

  rename(name: string): void {
    this.#name = name;
  }

  setAttributes(attributes: SpanAttributes): void {
    if (this.isSampled) this.#attributes = { ...this.#attributes, ...attributes };
  }

  fail(type: string): void {
    this.#errorType = type;
  }

  end(): EndedSpan {
    const { traceId, id, parentId, isParentRemote, kind, epoch } = this.#start;
    return {
      traceId,
      spanId: id,
      parentId,
      isParentRemote,
      kind,
      name: this.#name,
      startedAt: epoch + this.#startedAt,
      endedAt: epoch + performance.now(),
      attributes: this.#attributes,
      errorType: this.#errorType,
    };
  }
}
