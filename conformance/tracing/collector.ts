import type { ServerResponse } from "node:http";
import {
  type ReceivedRequest,
  respondJson,
  startUpstream,
} from "../fixtures/platform/tool-runner.ts";

/** A span as a collector receives it, with its attributes as an object. */
export interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly flags: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code: number };
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

type Attributes = readonly {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: string;
    readonly boolValue?: boolean;
  };
}[];

/** A collector of OpenTelemetry that keeps what it receives. */
export interface Collector {
  readonly origin: string;
  readonly requests: readonly ReceivedRequest[];
  spans(): ExportedSpan[];
  /** The attributes of the first export's resource. */
  resource(): ExportedSpan["attributes"];
  close(): Promise<void>;
}

export async function startCollector(
  respond: (received: ReceivedRequest, response: ServerResponse) => unknown = respondJson({}),
): Promise<Collector> {
  const server = await startUpstream(respond);
  const resources = () =>
    server.requests.flatMap(({ body }) => JSON.parse(body).resourceSpans as any[]);
  return {
    ...server,
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: readAttributes(span.attributes) })),
    resource: () => readAttributes(resources()[0].resource.attributes),
  };
}

const readAttributes = (attributes: Attributes): ExportedSpan["attributes"] =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );
