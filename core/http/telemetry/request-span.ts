import type { Span, Tracer } from "../../ports/tracer.ts";
import type { HttpRequest } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";
import { isKnownMethod } from "./meter.ts";

/**
 * Handles a request in a span, which continues the trace of the client. Names follow the semantic
 * conventions of OpenTelemetry for HTTP servers.
 */
export function traceRequest<Result>(
  tracer: Tracer,
  { method, headers }: HttpRequest,
  handle: (span: Span) => Result,
): Result {
  const isKnown = isKnownMethod(method);
  return tracer.trace(
    isKnown ? method : "HTTP",
    {
      kind: "server",
      parent: headers.get("traceparent"),
      isParentUntrusted: true,
      attributes: { "http.request.method": isKnown ? method : "_OTHER" },
    },
    handle,
  );
}

/** Names the span of a request by its route, and adds the outcome. `path` must have no secrets. */
export function describeRequest(
  span: Span,
  {
    method,
    path,
    status,
  }: { readonly method: string; readonly path: string; readonly status: number },
  { id, key, match: { route } }: RequestContext,
): void {
  if (route !== undefined) span.rename(`${isKnownMethod(method) ? method : "HTTP"} ${route}`);
  span.setAttributes({
    "http.route": route,
    "url.path": path,
    "http.response.status_code": status,
    "jackfield.request.id": id,
    "jackfield.key": key,
  });
  if (status >= 500) span.fail(String(status));
}
