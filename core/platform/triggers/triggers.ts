import { storageUnavailable, withUnavailableErrors } from "../../http/unavailable-errors.ts";
import type { AppWebhooks } from "../../lib/app-webhooks/index.ts";
import { lazy } from "../../lib/kit/flow/lazy.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { JobQueue, JobStats } from "../../ports/job-queue.ts";
import type { EventStore } from "../../ports/stores/event-store.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";
import { type Trigger, type TriggerStore, triggerApps } from "../../ports/stores/trigger-store.ts";
import { NO_TRACER, type Tracer } from "../../ports/tracer.ts";
import { createCatalogViewFactory } from "../catalog/create-catalog-view.ts";
import { withReadErrors } from "../catalog/problems.ts";
import { createToolFinder } from "../catalog/search/tool-finder.ts";
import type { ConnectionsModule } from "../create-connections.ts";
import { createRunService, type RunServiceOptions } from "../runs/create-run-service.ts";
import { ActionRunner } from "./actions/carry-out-actions.ts";
import { createTriggerService } from "./create-trigger-service.ts";
import { createDeletion } from "./delete-trigger.ts";
import { createAcceptEvents } from "./events/accept-events.ts";
import { EventService } from "./events/event-service.ts";
import { EventStreams } from "./events/event-stream.ts";
import { createFireTrigger } from "./events/fire-trigger.ts";
import { createEmitter, type EmitPlatformEvent } from "./events/platform-events.ts";
import { McpEvents } from "./mcp-events/mcp-events.ts";
import { createParking } from "./park-jobs.ts";
import { createEndSubscriptions } from "./subscriptions/end-subscriptions.ts";
import type { TriggerService } from "./trigger-service.ts";
import {
  DEFAULT_LIMITS,
  type EventRates,
  type TriggerDeps,
  type TriggerLimits,
} from "./trigger-types.ts";
import { TriggerWorker } from "./trigger-worker.ts";
import { createCheckTrigger, createTriggerRunner } from "./watch/check-triggers.ts";
import { ConnectionTriggers } from "./watch/connection-changes.ts";
import { createWatchers } from "./watch/watchers.ts";
import {
  type KnownSchemes,
  listSchemes,
  requireSafeSchemes,
  type SchemeName,
  STANDARD_ONLY,
} from "./webhooks/known-schemes.ts";
import { SharedWebhookReceiver } from "./webhooks/receive-shared.ts";
import { WebhookReceiver } from "./webhooks/receive-webhook.ts";

export type { TriggerLimits } from "./trigger-types.ts";
export type { KnownScheme } from "./webhooks/known-schemes.ts";

export interface TriggersOptions {
  /** The public origin of the service, without a slash at the end. */
  readonly origin: string;
  readonly triggerStore: TriggerStore;
  readonly eventStore: EventStore;
  /** The jobs that both stores add. */
  readonly jobQueue: JobQueue;
  readonly connections: ConnectionsModule;
  readonly catalog: Catalog;
  readonly keyStore: KeyStore;
  readonly runs: Pick<RunServiceOptions, "store" | "outbound" | "publicOutbound" | "loadComposer">;
  /** Whether the operator allows private addresses at the origin of a URL. Default: nowhere. */
  isAllowedOrigin?(url: string): boolean;
  /** The signature schemes of senders. Default: only Standard Webhooks. */
  readonly schemes?: KnownSchemes | undefined;
  /** How apps let connections subscribe to their events, by the slug of the app. Default: none. */
  readonly appWebhooks?: ReadonlyMap<string, AppWebhooks> | undefined;
  /** Default: those of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<TriggerLimits> | undefined;
  /** Default: none. */
  readonly eventRates?: EventRates | undefined;
  /** Records checks, actions and runs as spans. Default: nothing is recorded. */
  readonly tracer?: Tracer | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?(): number;
  /** Returns a number from 0 to 1. Default: `Math.random`. */
  random?(): number;
  /** Receives errors of background work. */
  onError?(error: unknown): void;
}

/**
 * The triggers module. Operations use `service` and `events`. The server starts and stops `worker`.
 */
export interface TriggersModule {
  readonly service: TriggerService;
  readonly events: EventService;
  readonly webhooks: WebhookReceiver;
  readonly sharedWebhooks: SharedWebhookReceiver;
  /** The signature schemes that triggers may name. */
  readonly webhookSchemes: readonly SchemeName[];
  readonly streams: EventStreams;
  readonly mcpEvents: McpEvents;
  readonly worker: TriggerWorker;
  /** Removes the subscriptions of an account at apps, as far as possible. */
  endSubscriptions(account: string): Promise<void>;
  /** Counts the background jobs of the database. */
  readJobStats(): Promise<ReadonlyMap<string, JobStats>>;
}

/**
 * Creates the triggers module. No background work runs until `worker` is started. The other parts
 * are created when they are first used, because a start uses none.
 */
export function createTriggers(options: TriggersOptions): TriggersModule {
  const { jobQueue, connections, schemes = STANDARD_ONLY } = options;
  requireSafeSchemes(schemes);
  let worker: TriggerWorker | undefined;
  const deps = createDeps(options, {
    onPaused: (trigger) => void emitPaused(parts.emit(), trigger),
    wake: (kinds) => worker?.wake(kinds),
  });
  const parts = createParts(deps);
  const { service, changes } = parts;
  worker = new TriggerWorker(deps, {
    queue: jobQueue,
    runTrigger: (job) => parts.runTrigger()(job),
    runAction: (job) => parts.actions().run(job),
    parkTrigger: (job) => parts.parking().parkTrigger(job),
    parkAction: (job) => parts.parking().parkAction(job),
  });
  connections.observe({
    statusChanged: (before, after) => changes().statusChanged(before, after),
    defaultChanged: (before, after) => changes().defaultChanged(before, after),
  });
  return {
    get service() {
      return service();
    },
    get events() {
      return parts.events();
    },
    get webhooks() {
      return parts.webhooks();
    },
    get sharedWebhooks() {
      return parts.sharedWebhooks();
    },
    get streams() {
      return parts.streams();
    },
    get mcpEvents() {
      return parts.mcpEvents();
    },
    webhookSchemes: listSchemes(schemes),
    worker,
    endSubscriptions: (account) => createEndSubscriptions(deps, parts.watcherFor())(account),
    readJobStats: () => jobQueue.stats(),
  };
}

/** Returns functions that create the parts of the module. */
function createParts(deps: TriggerDeps) {
  const watcherFor = lazy(() => createWatchers(deps));
  const accept = lazy(() => createAcceptEvents(deps));
  const emit = lazy(() => createEmitter(deps, accept()));
  const check = lazy(() =>
    createCheckTrigger(deps, { watcherFor: watcherFor(), accept: accept(), emit: emit() }),
  );
  const service = lazy(() =>
    createTriggerService(deps, {
      watcherFor: watcherFor(),
      accept: accept(),
      fire: createFireTrigger(deps, { accept: accept(), check: check() }),
    }),
  );
  return {
    watcherFor,
    emit,
    service,
    runTrigger: lazy(() =>
      createTriggerRunner(
        deps,
        check(),
        createDeletion(deps, { watcherFor: watcherFor(), emit: emit() }),
      ),
    ),
    actions: lazy(() => new ActionRunner(deps, emit())),
    parking: lazy(() => createParking(deps)),
    changes: lazy(() => new ConnectionTriggers(deps, { emit: emit(), watcherFor: watcherFor() })),
    events: lazy(() => new EventService(deps, (actor, id) => service().find(actor, id))),
    webhooks: lazy(() => new WebhookReceiver(deps, { accept: accept(), watcherFor: watcherFor() })),
    sharedWebhooks: lazy(() => new SharedWebhookReceiver(deps, { accept: accept(), emit: emit() })),
    streams: lazy(() => new EventStreams(deps)),
    mcpEvents: lazy(() => new McpEvents(deps, service())),
  };
}

function createDeps(
  options: TriggersOptions,
  hooks: Pick<TriggerDeps, "onPaused" | "wake">,
): TriggerDeps {
  const {
    connections,
    tracer = NO_TRACER,
    now = Date.now,
    random = Math.random,
    onError = () => {},
  } = options;
  const { deps } = connections;
  const unavailable = storageUnavailable("Trigger storage is unavailable.", onError);
  const keyStore = withUnavailableErrors(
    options.keyStore,
    storageUnavailable("Account storage is unavailable.", onError),
  );
  const catalog = withReadErrors(options.catalog, onError);
  const runs = lazy(() =>
    createRunService({ connections: connections.service, ...options.runs, tracer, now, onError }),
  );
  return {
    origin: options.origin,
    triggerStore: withUnavailableErrors(options.triggerStore, unavailable),
    eventStore: withUnavailableErrors(options.eventStore, unavailable),
    vault: deps.vault,
    get connections() {
      return connections.service;
    },
    get runs() {
      return runs();
    },
    catalogViewFor: createCatalogViewFactory({
      catalog,
      keyStore,
      accountApps: connections.accountApps,
      findRankedTools: createToolFinder(catalog),
    }),
    findActor: async (account, id) => (await deps.findActiveActors(account, [id]))[0],
    findActors: deps.findActiveActors,
    outbound: options.runs.outbound,
    isAllowedOrigin: options.isAllowedOrigin ?? (() => false),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    eventRates: options.eventRates ?? {},
    schemes: options.schemes ?? STANDARD_ONLY,
    appWebhooks: options.appWebhooks ?? new Map(),
    sharedWebhooks: deps.sharedWebhooks,
    store: deps.store,
    commandLine: deps.commandLine,
    tracer,
    now,
    random,
    onError,
    ...hooks,
  };
}

function emitPaused(emit: EmitPlatformEvent, trigger: Trigger): Promise<void> {
  const { id, account, user, app, connection, name, revision, reason } = trigger;
  return emit(account, {
    type: "trigger.paused",
    key: `${id}.${revision}`,
    subject: id,
    user,
    app,
    connection,
    apps: triggerApps(trigger),
    data: { trigger: id, name, code: reason?.code, message: reason?.message },
  });
}
