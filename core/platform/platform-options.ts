import type { RateLimitOptions } from "../http/rate-limit.ts";
import type { MetricsOptions } from "../http/telemetry/metrics-source.ts";
import type { Catalog } from "../ports/catalog.ts";
import type { Log } from "../ports/log.ts";
import type { KeyStore } from "../ports/stores/key-store.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { AccountOptions } from "./account/index.ts";
import type { CommandLine } from "./command-line.ts";
import type { ConnectionsModule } from "./create-connections.ts";
import type { RunServiceOptions } from "./runs/create-run-service.ts";
import type { TriggersModule } from "./triggers/triggers.ts";

/** Dependencies and settings of the platform service. */
export interface PlatformOptions {
  /** The public origin, without a slash at the end. */
  readonly origin: string;
  /** Other origins by which clients reach the service. Default: only loopback names. */
  readonly otherOrigins?: readonly string[] | undefined;
  /** Formats commands of the operator, for hints. Default: those of the npm package. */
  readonly commandLine?: CommandLine | undefined;
  readonly catalog: Catalog;
  readonly keyStore: KeyStore;
  /** The run store and the HTTP client for apps. */
  readonly runs: Pick<RunServiceOptions, "store" | "outbound" | "publicOutbound" | "loadComposer"> &
    Partial<Pick<RunServiceOptions, "connections">>;
  /** The result of `createConnections`. */
  readonly connections: ConnectionsModule;
  /** The result of `createTriggers`. Default: operations on triggers and events are unavailable. */
  readonly triggers?:
    | Pick<
        TriggersModule,
        | "service"
        | "events"
        | "webhooks"
        | "sharedWebhooks"
        | "webhookSchemes"
        | "streams"
        | "mcpEvents"
        | "readJobStats"
      >
    | undefined;
  /** Lets people sign in. Default: nobody can. */
  readonly account?: AccountOptions | undefined;
  /** Returns whether the service serves this host. `host` includes the port. */
  allowsHost(host: string): boolean;
  /** The rate limit of each API key. Default: none. */
  readonly rateLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** The rate limit of each network for requests without a valid API key. Default: none. */
  readonly unauthenticatedLimit?: RateLimitOptions | undefined;
  /** Process metrics, and who may read /metrics. Default: no metrics. */
  readonly metrics?: MetricsOptions;
  /** Receives request entries and errors. API keys are redacted. Default: no log. */
  readonly log?: Log;
  /** Records the traces of requests and runs. Default: none. */
  readonly tracer?: Tracer | undefined;
  /** Creates request IDs, which must be UUIDs. Default: random. */
  newId?(): string;
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  now?(): number;
}
