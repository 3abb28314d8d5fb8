import type { HttpRequest } from "../../http/handler.ts";
import type { RequestContext } from "../../http/request-context.ts";
import type { OpenHandler } from "../../http/routing/route.ts";
import type { RouteCost } from "../../http/routing/route-cost.ts";
import type { MetricsSource } from "../../http/telemetry/metrics-source.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { JobStats } from "../../ports/job-queue.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";
import type { AccountModule } from "../account/index.ts";
import type { CommandLine } from "../command-line.ts";
import type { ConnectionsModule } from "../create-connections.ts";
import type { SharedWebhookReceiver } from "../triggers/webhooks/receive-shared.ts";
import type { WebhookReceiver } from "../triggers/webhooks/receive-webhook.ts";

/** The dependencies of the platform's surfaces. */
export interface SurfaceDeps {
  /** The public URL of the service, without a trailing slash. */
  readonly origin: string;
  /** Formats commands of the operator. */
  readonly commandLine: CommandLine;
  readonly catalog: Catalog;
  readonly keyStore: Pick<KeyStore, "findKey">;
  /** Absent if nobody can sign in. */
  readonly account?:
    | Pick<AccountModule, "origin" | "findSession" | "isClaimed" | "overview">
    | undefined;
  readonly connections?: ConnectionsModule | undefined;
  /** Receives webhooks. Absent: there are no triggers. */
  readonly webhooks?: WebhookReceiver | undefined;
  /** Receives the webhooks of apps that have one address for all connections. */
  readonly sharedWebhooks?: SharedWebhookReceiver | undefined;
  /** Counts a failed request against its network. Rejects if there are too many. */
  countAttempt?(request: HttpRequest, context: RequestContext): Promise<unknown> | unknown;
  /** Counts the background jobs. */
  readJobStats?(): Promise<ReadonlyMap<string, JobStats>>;
  /** Receives errors that no response reports. */
  onError(error: unknown): void;
  /** Returns the network of a client, for the audit log. */
  networkOf(request: HttpRequest): string | undefined;
  /** The metrics and who may read them. By default nobody may. */
  readonly metrics?: MetricsSource | undefined;
}

/** A public route that is not an operation, such as a document or a page. */
export interface Surface {
  readonly path: string;
  readonly methods: readonly string[];
  readonly cost: RouteCost;
  readonly mediaTypes: readonly string[];
  createHandler(deps: SurfaceDeps): OpenHandler;
}
