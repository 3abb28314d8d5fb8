import { verdictHeaders } from "../lib/http-signatures/index.ts";
import type { Log } from "../ports/log.ts";
import type { Handler, HttpRequest, HttpResponse } from "./handler.ts";
import type { Meter } from "./meter.ts";
import { Problem } from "./problem.ts";
import { createRequestContext, type RequestContext } from "./request-context.ts";
import { problemResponse } from "./response.ts";
import type { Router } from "./router.ts";

/**
 * Converts a thrown value to a response. The response to anything but a `Problem` contains no
 * details.
 */
export type ErrorResponder = (
  error: unknown,
  requestId: string,
  request: Pick<HttpRequest, "method" | "headers">,
) => HttpResponse;

export interface TelemetryOptions {
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  /** Creates the ID of a request: a UUID, or the client's own ID if its protocol has one. */
  createRequestId(request: HttpRequest): string;
  /** Returns the error responder for a path. By default errors become problem documents. */
  errorResponderFor?(path: string): ErrorResponder;
  /** Returns headers for all responses at a path, including errors. */
  headersFor(path: string): Readonly<Record<string, string>>;
}

/**
 * Wraps a router: creates request IDs, converts errors to responses, and records each request in
 * the log and the metrics.
 */
export function withTelemetry(
  router: Router,
  {
    log,
    meter,
    createRequestId,
    errorResponderFor = () => problemResponse,
    headersFor,
  }: TelemetryOptions,
): Handler {
  return async (request) => {
    const started = performance.now();
    const context = createRequestContext(request.url, createRequestId(request));
    const { id, path } = context;
    meter?.begin();
    let response: HttpResponse;
    let isAborted = false;
    try {
      response = await router(request, context);
    } catch (error) {
      isAborted = request.signal.aborted;
      if (!(error instanceof Problem) && !isAborted) log?.error(error, id);
      response = errorResponderFor(path)(error, id, request);
      if (request.method === "HEAD") response = { ...response, body: null };
    }
    if (context.isProxied) response.headers["request-id"] ??= id;
    else addHeaders(response, headersFor(context.path), id);
    if (context.headers) Object.assign(response.headers, context.headers);
    const { verdict } = context;
    if (verdict) {
      Object.assign(response.headers, verdictHeaders(verdict));
      meter?.signature(verdict.outcome);
    }
    const status = isAborted ? 499 : response.status;
    const milliseconds = performance.now() - started;
    meter?.end(context.route, request.method, status, milliseconds);
    log?.request({
      id,
      method: request.method,
      path: redactPath(context),
      status,
      milliseconds,
      userAgent: request.headers.get("user-agent")?.slice(0, 200) ?? "",
      ...(context.key !== undefined && { key: context.key }),
      ...(verdict &&
        (verdict.outcome === "verified"
          ? { agent: verdict.agent }
          : { signature: `${verdict.outcome}: ${verdict.reason}` })),
    });
    return response;
  };
}

function addHeaders(
  response: HttpResponse,
  headers: Readonly<Record<string, string>>,
  id: string,
): void {
  for (const name in headers) response.headers[name] ??= headers[name]!;
  response.headers["request-id"] = id;
}

/**
 * Paths can contain secrets, such as checkout IDs. Returns the route if it has parameters, else the
 * path with anything like a key removed.
 */
const redactPath = ({ path, route }: RequestContext): string =>
  route?.includes("{") ? route : path.slice(0, 200).replaceAll(/_[A-Za-z0-9]{20,}/g, "_…");
