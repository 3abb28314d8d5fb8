import type { SpanAttributes, SpanKind } from "../../../core/ports/tracer.ts";
import type { EndedSpan } from "./create-tracer.ts";

/** SpanKind of opentelemetry-proto. */
const KINDS: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  consumer: 5,
};
const STATUS_ERROR = 2;
/** SpanFlags: `IS_REMOTE` is set deliberately. */
const HAS_IS_REMOTE = 0x100;
/** SpanFlags: the parent is in another process. */
const IS_REMOTE = 0x200;
const SAMPLED = 0x01;
/** A client can send a long path or name. */
const MAX_VALUE_LENGTH = 500;

/** Creates the body of an export: an ExportTraceServiceRequest as JSON. */
export const formatExport = (
  spans: readonly EndedSpan[],
  resource: SpanAttributes,
  version: string,
): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: formatAttributes(resource) },
        scopeSpans: [{ scope: { name: "jackfield", version }, spans: spans.map(formatSpan) }],
      },
    ],
  });

const formatSpan = (span: EndedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  flags: SAMPLED | HAS_IS_REMOTE | (span.isParentRemote ? IS_REMOTE : 0),
  name: span.name.slice(0, MAX_VALUE_LENGTH),
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedAt),
  endTimeUnixNano: toNanoseconds(span.endedAt),
  attributes: formatAttributes({ ...span.attributes, "error.type": span.errorType }),
  ...(span.errorType !== undefined && { status: { code: STATUS_ERROR } }),
});

const formatAttributes = (attributes: SpanAttributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: formatValue(value) }],
  );

function formatValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value.slice(0, MAX_VALUE_LENGTH) };
  if (typeof value === "boolean") return { boolValue: value };
  // 64-bit integers are strings in the JSON of protobuf.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Formats milliseconds as an integer of nanoseconds, which is too large for a number. */
function toNanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, "0")}`;
}
