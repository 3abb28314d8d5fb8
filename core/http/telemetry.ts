import type { Log } from "../ports/log.ts";
import { Problem } from "../problem.ts";
import { verdictHeaders } from "./agents/verdict.ts";
import type { Handler, HttpRequest, HttpResponse } from "./handler.ts";
import type { Meter } from "./meter.ts";
import { createRequestContext, type RequestContext } from "./request-context.ts";
import { problemResponse } from "./response.ts";
import type { Router } from "./router.ts";

/** Turns what was thrown into an answer; anything but a `Problem` into one that tells nothing. */
export type ErrorResponder = (
  error: unknown,
  requestId: string,
  request: Pick<HttpRequest, "method" | "headers">,
) => HttpResponse;

/** What every answer is given on its way out. */
export interface TelemetryOptions {
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  /** Makes the id of a request: a UUID, or its own where its protocol has the client say one. */
  createRequestId(request: HttpRequest): string;
  /** Writes what was thrown at a path: by default as a problem document. */
  errorResponderFor?(path: string): ErrorResponder;
  /** Headers for the answers at a path, failures too. */
  headersFor(path: string): Readonly<Record<string, string>>;
}

/** Gives each request an id, turns what is thrown into an answer, and tells the log and the meter. */
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

/** What stands in a path may be a key, as a checkout's id is: of a route with parameters only the route is told, and elsewhere nothing that looks like one. */
const redactPath = ({ path, route: router }: RequestContext): string =>
  router?.includes("{") ? router : path.slice(0, 200).replaceAll(/_[A-Za-z0-9]{20,}/g, "_…");
