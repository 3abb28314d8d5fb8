import { attempt, type Received } from "./attempt.ts";
import { Call, type CallResult, type RateLimit } from "./call.ts";
import { JackfieldError, type ProblemDetails } from "./errors.ts";
import {
  type CallOptions,
  checkApiKey,
  checkHeaders,
  checkLimits,
  isWebPage,
  type RequestEvent,
  type ResolvedOptions,
} from "./options.ts";
import { type ListPage, Pages } from "./pages.ts";
import { createRequest, type Input, type PlainRequest, type Route } from "./request.ts";
import { type Failure, parseRetryAfter, retryDelay } from "./retry.ts";
import { sleep } from "./sleep.ts";

/** How long the client waits beyond the time that the service may take. */
const EXTRA_WAIT_MS = 10_000;

/** What identifies a call while it is repeated. */
interface Attempts {
  readonly attempts: number;
  readonly sent: number;
  readonly idempotencyKey: string | undefined;
}

/** Sends the requests of a client: credentials, timeouts and retries. */
export class Transport {
  readonly #options: ResolvedOptions;
  /** The headers of every request, without the credentials. */
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#headers = {
      accept: "application/json, application/problem+json",
      // In a page, another header would need the consent of the service (CORS).
      ...(!isWebPage() && { "user-agent": "jackfield-js/1.0.0" }),
      ...options.headers,
    };
  }

  /** Calls an operation. */
  call<Data>(route: Route, input: Input, options?: CallOptions): Call<Data> {
    return new Call(async () => toResult<Data>(await this.send(route, input, options)));
  }

  /** Calls an operation that returns a list in pages. */
  list<Item, Page extends ListPage<Item>>(
    route: Route,
    input: Input,
    options?: CallOptions,
  ): Pages<Item, Page> {
    return new Pages(async (cursor) =>
      toResult<Page>(
        await this.send(route, cursor === undefined ? input : { ...input, cursor }, options),
      ),
    );
  }

  /** The URL of a path at the service. */
  url(path: string): string {
    return this.#options.baseUrl + path;
  }

  /** The headers that authenticate requests. */
  async authentication(): Promise<Record<string, string>> {
    const { getApiKey } = this.#options;
    return getApiKey ? { authorization: `Bearer ${checkApiKey(await getApiKey())}` } : {};
  }

  /** Calls an operation, and resolves with its successful response. */
  async send(route: Route, given: Input, options: CallOptions = {}): Promise<Received> {
    checkLimits(options);
    checkHeaders(options.headers ?? {});
    const input = withIdempotencyKey(route, given);
    const { baseUrl } = this.#options;
    const request = createRequest(route, input, {
      baseUrl,
      headers: await this.#createHeaders(options.headers),
    });
    return this.#exchange(route, request, {
      ...options,
      timeout: options.timeout ?? this.#defaultTimeout(route, input),
      idempotencyKey: input["idempotency_key"] as string | undefined,
    });
  }

  async #createHeaders(own: CallOptions["headers"]): Promise<Headers> {
    const headers = new Headers({ ...this.#headers, ...(await this.authentication()) });
    for (const [name, value] of Object.entries(own ?? {}))
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    return headers;
  }

  #defaultTimeout({ waitSeconds }: Route, { timeout: asked }: Input): number {
    const { timeout } = this.#options;
    if (waitSeconds === undefined) return timeout;
    const seconds = typeof asked === "number" ? asked : waitSeconds;
    return Math.max(timeout, seconds * 1_000 + EXTRA_WAIT_MS);
  }

  /** Sends a request until it succeeds or may not be repeated. */
  async #exchange(
    route: Route,
    request: PlainRequest,
    options: CallOptions & { timeout: number; idempotencyKey: string | undefined },
  ): Promise<Received> {
    const { hooks, retries: defaultRetries, fetch = globalThis.fetch } = this.#options;
    const { signal, timeout, retries = defaultRetries, idempotencyKey } = options;
    let sent = 0;
    for (let attempts = 1; ; attempts++) {
      const event: RequestEvent = {
        method: request.method,
        url: request.url,
        attempt: attempts,
      };
      hooks.onRequest?.(event);
      const started = Date.now();
      const outcome = await attempt(request, { fetch, signal, timeout, streams: route.streams });
      if (!outcome.isUnsent) sent++;
      const details = { attempts, sent, idempotencyKey };
      let failure: Failure;
      if ("code" in outcome) {
        const { code, message, cause, isUnsent } = outcome;
        const retryable = code !== "aborted" && (route.repeats === true || isUnsent);
        const error = new JackfieldError(code, message, { ...details, cause, retryable });
        failure = { isUnsent, error };
      } else {
        const { status, headers, fault } = outcome;
        const requestId = headers.get("request-id") ?? undefined;
        hooks.onResponse?.({ ...event, status, requestId, durationMs: Date.now() - started });
        if (status >= 200 && status < 300 && !fault) return outcome;
        failure = { isUnsent: false, error: createResponseError(outcome, details) };
      }
      const { error } = failure;
      const delayMs = attempts > retries ? undefined : retryDelay(failure, route.repeats === true);
      if (delayMs === undefined) throw error;
      hooks.onRetry?.({ ...event, delayMs, error });
      await sleep(delayMs, signal, details);
    }
  }
}

const toResult = <Data>({ value, status, headers }: Received): CallResult<Data> => ({
  data: value as Data,
  response: { status, headers },
  requestId: headers.get("request-id") ?? undefined,
  rate: parseRateLimit(headers.get("ratelimit")),
});

/** Adds a key, so that all attempts of one call count as one at the service. */
const withIdempotencyKey = ({ hasKey }: Route, input: Input): Input =>
  hasKey && input["idempotency_key"] === undefined
    ? { ...input, idempotency_key: createKey() }
    : input;

/** A unique key. It isn't secret: Node.js 18 and pages without TLS lack `crypto.randomUUID`. */
const createKey = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 10)).join("");

function createResponseError(
  { status, headers, value, fault = "no problem details" }: Received,
  attempts: Attempts,
): JackfieldError {
  const details = {
    ...attempts,
    status,
    requestId: headers.get("request-id") ?? undefined,
    retryAfter: parseRetryAfter(headers.get("retry-after")),
  };
  if (isProblemDetails(value)) {
    const { code, detail, hint } = value;
    const message = hint ? `${detail} ${hint}` : detail;
    return new JackfieldError(code, message, { ...details, problem: value });
  }
  const message =
    status >= 300 && status < 400
      ? describeRedirect(headers.get("location"))
      : describeAnswer(status, fault);
  const retryable = status >= 500 || status === 429;
  return new JackfieldError("unreadable_answer", message, { ...details, retryable });
}

function describeRedirect(location: string | null): string {
  // Queries can contain secrets.
  const target = location ? ` to ${location.split("?")[0]}` : "";
  return `The service redirected the request${target}. Set baseUrl to the final URL.`;
}

const describeAnswer = (status: number, content: string): string =>
  `The service answered with status ${status} and ${content}. Check baseUrl, and proxies on the way.`;

const isProblemDetails = (value: unknown): value is ProblemDetails =>
  typeof (value as ProblemDetails | undefined | null)?.code === "string" &&
  typeof (value as ProblemDetails).detail === "string";

/** Parses `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11): `"client";r=19;t=1`. */
function parseRateLimit(value: string | null): RateLimit | undefined {
  const match = /;r=(\d+)(?:;t=(\d+))?/.exec(value ?? "");
  return match ? { remaining: Number(match[1]), resetSeconds: Number(match[2] ?? 0) } : undefined;
}
