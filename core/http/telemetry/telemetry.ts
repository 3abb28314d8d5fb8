import { verdictHeaders } from "../../lib/http-signatures/index.ts";
import { attempt, chain } from "../../lib/kit/flow/chain.ts";
import type { Log } from "../../ports/log.ts";
import type { Span, Tracer } from "../../ports/tracer.ts";
import type { Handler, HttpRequest, HttpResponse } from "../handler.ts";
import { Problem } from "../problem.ts";
import { createRequestContext, type RequestContext } from "../request-context.ts";
import { headResponse } from "../routing/compile-route.ts";
import type { Meter } from "./meter.ts";
import { describeRequest, traceRequest } from "./request-span.ts";

export interface TelemetryOptions {
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  readonly tracer?: Tracer | undefined;
  /** Creates the ID of a request: a UUID, or the client's own ID if its protocol has one. */
  createRequestId(request: HttpRequest): string;
}

/**
 * Wraps the steps of a request: creates the request ID, converts errors to responses, adds the
 * route's headers, and records the request in the log, the metrics and the trace.
 */
export function withTelemetry(options: TelemetryOptions, run: RunRequest): Handler {
  const { tracer } = options;
  const steps = new RecordedSteps(options, run);
  if (!tracer) return (request) => steps.handle(request, undefined);
  return (request) => traceRequest(tracer, request, (span) => steps.handle(request, span));
}

type RunRequest = (
  request: HttpRequest,
  context: RequestContext,
) => Promise<HttpResponse> | HttpResponse;

class RecordedSteps {
  readonly #log: Log | undefined;
  readonly #meter: Meter | undefined;
  readonly #createRequestId: TelemetryOptions["createRequestId"];
  readonly #run: RunRequest;
  readonly #isRecorded: boolean;

  constructor({ log, meter, tracer, createRequestId }: TelemetryOptions, run: RunRequest) {
    this.#log = log;
    this.#meter = meter;
    this.#createRequestId = createRequestId;
    this.#run = run;
    this.#isRecorded = log !== undefined || meter !== undefined || tracer !== undefined;
  }

  /** Not async, because a promise costs as much as some requests. */
  handle(request: HttpRequest, span: Span | undefined) {
    const started = this.#isRecorded ? performance.now() : 0;
    const context = createRequestContext(request.url, this.#createRequestId(request));
    const finish = (response: HttpResponse) =>
      this.#complete(response, request, context, started, span);
    this.#meter?.begin();
    return attempt(
      () => this.#run(request, context),
      finish,
      (error) => chain(this.#fail(error, request, context, span), finish),
    );
  }

  /** Converts a thrown value to a response. */
  #fail(error: unknown, request: HttpRequest, context: RequestContext, span: Span | undefined) {
    context.isAborted = request.signal.aborted;
    if (!(error instanceof Problem) && !context.isAborted) this.#log?.error(error, context.id);
    if (error instanceof Problem) span?.setAttributes({ "jackfield.problem": error.code });
    return chain(context.match.respondToError(error, context.id, request), (response) =>
      request.method === "HEAD" ? headResponse(response) : response,
    );
  }

  /** Adds the headers, and records the request. */
  #complete(
    response: HttpResponse,
    request: HttpRequest,
    context: RequestContext,
    started: number,
    span: Span | undefined,
  ): HttpResponse {
    const { id, match, headers, verdict } = context;
    if (context.isProxied) response.headers["request-id"] ??= id;
    else {
      for (const name in match.headers) {
        const value = match.headers[name];
        if (value !== undefined) response.headers[name] ??= value;
      }
      response.headers["request-id"] = id;
    }
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) response.headers[name] = value;
    }
    if (verdict) {
      Object.assign(response.headers, verdictHeaders(verdict));
      this.#meter?.signature(verdict.outcome);
    }
    if (this.#isRecorded) this.#record(response, request, context, started, span);
    return response;
  }

  #record(
    response: HttpResponse,
    { method, headers }: HttpRequest,
    context: RequestContext,
    started: number,
    span: Span | undefined,
  ): void {
    const { id, match, key, verdict } = context;
    const status = context.isAborted ? 499 : response.status;
    const milliseconds = performance.now() - started;
    this.#meter?.end(match.route, method, status, milliseconds);
    const path = redactPath(context);
    if (span) describeRequest(span, { method, path, status }, context);
    this.#log?.request({
      id,
      method,
      path,
      status,
      milliseconds,
      userAgent: headers.get("user-agent")?.slice(0, 200) ?? "",
      ...(key !== undefined && { key }),
      ...(verdict &&
        (verdict.outcome === "verified"
          ? { agent: verdict.agent }
          : { signature: `${verdict.outcome}: ${verdict.reason}` })),
      ...(span && { traceId: span.traceId, spanId: span.id }),
    });
  }
}

/**
 * Paths can contain secrets, such as checkout IDs. Returns the route if it has parameters, else the
 * path with anything like a key removed.
 */
const redactPath = ({ path, match: { route } }: RequestContext): string =>
  route?.includes("{") ? route : path.slice(0, 200).replaceAll(/_[A-Za-z0-9]{20,}/g, "_…");
