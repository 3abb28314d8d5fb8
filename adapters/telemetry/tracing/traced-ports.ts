import type { Outbound } from "../../../core/ports/outbound.ts";
import type { PaymentProvider } from "../../../core/ports/payments.ts";
import type { Span, SpanAttributes, Tracer } from "../../../core/ports/tracer.ts";
import type { Upstream } from "../../../core/ports/upstream.ts";

/** The proxy forwards any method of a client. */
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** Names a server without the path and the query of a URL, which can contain a secret. */
function describeServer(url: string): SpanAttributes {
  const parsed = URL.parse(url);
  if (!parsed) return {};
  const { protocol, hostname, port } = parsed;
  return {
    "url.scheme": protocol.slice(0, -1),
    "server.address": hostname,
    "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
  };
}

/** Sends a request in a span of its own, and records the status, or why there is none. */
const traceRequest = <Response extends { readonly status: number }>(
  tracer: Tracer,
  method: string,
  url: string,
  send: () => Promise<Response>,
): Promise<Response> =>
  tracer.trace(
    METHODS.test(method) ? method : "HTTP",
    {
      kind: "client",
      attributes: {
        "http.request.method": METHODS.test(method) ? method : "_OTHER",
        ...describeServer(url),
      },
    },
    async (span) => {
      const response = await send();
      recordStatus(span, response.status);
      return response;
    },
  );

/** For clients, a status from 400 is an error (semantic conventions of HTTP). */
function recordStatus(span: Span, status: number): void {
  span.setAttributes({ "http.response.status_code": status });
  if (status >= 400) span.fail(String(status));
}

interface TraceOutboundOptions {
  /** Whether requests contain `traceparent`. Set it for servers that users chose. */
  readonly propagates: boolean;
}

/** Records each request of a client as a span. */
export const traceOutbound = <Client extends Outbound>(
  client: Client,
  tracer: Tracer | undefined,
  { propagates }: TraceOutboundOptions,
): Client =>
  tracer
    ? {
        ...client,
        fetch: (url: string, options: Parameters<Outbound["fetch"]>[1] = {}) =>
          traceRequest(tracer, options.method?.toUpperCase() ?? "GET", url, () => {
            const traceparent = propagates ? tracer.traceparent() : undefined;
            if (traceparent === undefined) return client.fetch(url, options);
            return client.fetch(url, { ...options, headers: { ...options.headers, traceparent } });
          }),
      }
    : client;

/** Records each request to the upstream as a span, whose `traceparent` replaces the client's. */
export const traceUpstream = <Client extends Upstream>(
  client: Client,
  tracer: Tracer | undefined,
): Client =>
  tracer
    ? {
        ...client,
        forward: (request: Parameters<Upstream["forward"]>[0]) =>
          traceRequest(tracer, request.method, client.url, () => {
            const traceparent = tracer.traceparent();
            return client.forward({
              ...request,
              headers: { ...request.headers, ...(traceparent && { traceparent }) },
            });
          }),
      }
    : client;

/** Records each call of a payment provider as a span. */
export function tracePayments(
  provider: PaymentProvider,
  tracer: Tracer | undefined,
): PaymentProvider {
  if (!tracer) return provider;
  const traced: Record<string, unknown> = { ...provider };
  for (const [name, member] of Object.entries(provider))
    if (typeof member === "function")
      traced[name] = (...parameters: unknown[]) =>
        tracer.trace(`payments ${name}`, { kind: "client" }, () => member(...parameters));
  return traced as unknown as PaymentProvider;
}
