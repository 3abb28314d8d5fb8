import type { HttpRequest } from "../http/handler.ts";
import type { RateLimitOptions } from "../http/rate-limit.ts";
import type { MetricsOptions } from "../http/telemetry/metrics-source.ts";
import type { NonceStore } from "../lib/http-signatures/index.ts";
import type { ContentSelectors } from "../lib/page-reader/index.ts";
import type { ContentSource } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { PageConverter } from "../ports/page-converter.ts";
import type { SigningKeys } from "../ports/signing.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { Commerce } from "./checkout/commerce.ts";
import type { UpstreamOptions } from "./proxy/forwarding.ts";
import type { Site } from "./site.ts";

/** The options of `createSite`. */
export interface SiteOptions {
  /** The service reads it for each request, so its name and description may change. */
  readonly site: Site;
  readonly content: ContentSource;
  /** Converts large pages. By default, they are converted on the event loop. */
  readonly convertLargePage?: PageConverter | undefined;
  /** The elements of HTML pages to read and to leave out. By default, the reader chooses them. */
  readonly selectors?: ContentSelectors | undefined;
  /** The site behind the reverse proxy. It receives all requests that aren't for the service. */
  readonly upstream?: UpstreamOptions;
  /** Returns whether the service serves a host, given with its port. */
  allowsHost(host: string): boolean;
  /** Returns whether browser pages of an origin may call the MCP server. */
  allowsOrigin(origin: string): boolean;
  /** The rate limit of each client. By default, there is none. */
  readonly rateLimit?: RateLimitOptions;
  /** The payment provider and the checkout store. By default, the site sells nothing. */
  readonly commerce?: Pick<Commerce, "payments" | "checkoutStore" | "profiles" | "localProfiles">;
  /** Fetches the key directories of agents (Web Bot Auth). By default, signatures are ignored. */
  readonly directories?: Outbound;
  /** Keeps the nonces of signatures. By default, each process has its own, in memory. */
  readonly nonces?: NonceStore | undefined;
  /** The keys that the service publishes in its own key directory. By default, there is none. */
  readonly signing?: SigningKeys | undefined;
  /** Returns the network of a request. By default, all clients are one network. */
  clientKey?(request: HttpRequest): string;
  /** The process metrics, and who may read /metrics. By default, there are no metrics. */
  readonly metrics?: MetricsOptions;
  /** Receives requests and errors. By default, nothing is logged. */
  readonly log?: Log;
  /** Records the traces of requests. By default, there are none. */
  readonly tracer?: Tracer | undefined;
  /**
   * Receives a function that writes the texts that take long, such as /llms-full.txt, unless they are
   * up to date. Call it repeatedly in the background. By default, the first request starts it.
   */
  onBackgroundWork?(refresh: () => Promise<void>): void;
  /** Creates request IDs, which must be UUIDs. By default, they are random. */
  newId?(): string;
}
