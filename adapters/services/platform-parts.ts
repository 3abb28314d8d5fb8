import {
  admin,
  createTriggers,
  type PlatformOptions,
  type TriggersModule,
} from "../../core/index.ts";
import type { Rate } from "../../core/lib/kit/flow/rate.ts";
import type { AppReader } from "../../core/ports/app-reader.ts";
import type { JobQueue } from "../../core/ports/job-queue.ts";
import type { SecretsKey } from "../../core/ports/secrets-key.ts";
import type { EventStore } from "../../core/ports/stores/event-store.ts";
import type { TriggerStore } from "../../core/ports/stores/trigger-store.ts";
import type { Tracer } from "../../core/ports/tracer.ts";
import { loadComposer } from "../catalog/composers.ts";
import { readAppWebhooks, readSharedWebhooks } from "../catalog/facts/app-webhooks.ts";
import { readWebhookSchemes } from "../catalog/facts/webhook-schemes.ts";
import { createAppReader } from "../catalog/own-apps/app-reader.ts";
import type { TriggerSettings } from "../config/platform.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { openRateLimit } from "../rate-limit/open.ts";
import { commandLine } from "../runtime/command-line.ts";
import { rotateKeyFile } from "../secrets/rotate-key-file.ts";
import { type AccountStores, openPlatformStores } from "../storage/open.ts";
import type { Sql } from "../storage/sql.ts";
import { countEvents, countOutbound, countRuns } from "../telemetry/counted-ports.ts";
import { type Counters, createCounters } from "../telemetry/counters.ts";
import { traceOutbound } from "../telemetry/tracing/traced-ports.ts";
import { type OpenConnectionsOptions, openConnections } from "./connections.ts";

export interface PlatformPartsOptions
  extends Pick<
    OpenConnectionsOptions,
    "origin" | "catalog" | "dataFolder" | "secretsKey" | "returnOrigins" | "onError" | "now"
  > {
  readonly catalog: PlatformOptions["catalog"];
  readonly databaseUrl?: string | undefined;
  /** Private origins that tools and sign-ins may reach. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly triggers?: Partial<TriggerSettings> | undefined;
  /** Counts what the platform does. */
  readonly counters?: Counters | undefined;
  /** Traces what the platform does. */
  readonly tracer?: Tracer | undefined;
}

/** The storage, the connections and the outbound clients of the platform. */
export interface PlatformParts {
  readonly options: Pick<
    PlatformOptions,
    "commandLine" | "keyStore" | "catalog" | "connections" | "runs"
  > & { readonly triggers: TriggersModule };
  readonly accountStores: AccountStores;
  readonly jobQueue: JobQueue;
  readonly triggerStore: TriggerStore;
  readonly eventStore: EventStore;
  readonly sql: Sql;
  readonly appReader: AppReader;
  /** Absent if the encryption key is in `SECRETS_KEY`. */
  readonly secretsKey?: SecretsKey;
  /**
   * Starts refreshing tokens before they expire, working on triggers, and deleting expired runs,
   * sessions, tickets and grants. `close` stops them.
   */
  start(): void;
  close(): Promise<void>;
}

const CLEANUP_INTERVAL_MS = 60_000;

/** Opens the parts of the platform. Rejects if a key is wrong or the database is unreachable. */
export async function openPlatformParts({
  databaseUrl,
  allowedOrigins = [],
  onError = () => {},
  now = Date.now,
  triggers: triggerSettings = {},
  counters = createCounters(),
  tracer,
  ...rest
}: PlatformPartsOptions): Promise<PlatformParts> {
  await using opening = new AsyncDisposableStack();
  const stores = await openPlatformStores(
    { url: databaseUrl, folder: rest.dataFolder },
    { onError, now },
  );
  const { keyStore, connectionStore, jobQueue, triggerStore } = stores;
  const runStore = countRuns(stores.runStore, counters);
  const eventStore = countEvents(stores.eventStore, counters);
  const { peopleStore, sessionStore, userStore, auditLog, grantStore } = stores;
  const accountStores = { peopleStore, sessionStore, userStore, auditLog, grantStore };
  opening.defer(() => keyStore.close());
  const outbound = traceOutbound(
    countOutbound(createOutbound({ allowedOrigins }), counters),
    tracer,
    { propagates: true },
  );
  opening.defer(() => outbound.close());
  const publicOutbound = traceOutbound(countOutbound(createOutbound(), counters), tracer, {
    propagates: false,
  });
  opening.defer(() => publicOutbound.close());
  const connections = await openConnections({
    ...rest,
    commandLine,
    keyStore,
    store: connectionStore,
    jobQueue,
    findMember: async (account, person) =>
      (await peopleStore.findMember(account, person)) && peopleStore.findPerson(person),
    outbound,
    publicOutbound,
    allowedOrigins,
    sharedWebhooks: readSharedWebhooks(),
    onError,
    tracer,
    onRefresh: (outcome) => counters.add("refreshes", [outcome]),
    now,
  });
  opening.defer(() => connections.refreshScheduler.stop());
  const { eventRates } = triggerSettings;
  const openEventRate = (rate: Rate | undefined) => openRateLimit(rate, databaseUrl, opening);
  const triggers = createTriggers({
    origin: rest.origin,
    triggerStore,
    eventStore,
    jobQueue,
    connections,
    catalog: rest.catalog,
    keyStore,
    runs: { store: runStore, outbound, publicOutbound, loadComposer },
    isAllowedOrigin: (url) => allowedOrigins.includes(new URL(url).origin),
    limits: triggerSettings.limits,
    eventRates: {
      trigger: await openEventRate(eventRates?.trigger),
      account: await openEventRate(eventRates?.account),
    },
    schemes: readWebhookSchemes(),
    appWebhooks: readAppWebhooks(),
    tracer,
    now,
    onError,
  });
  opening.defer(() => triggers.worker.stop());
  const resources = opening.move();
  const cleanUp = () => {
    void admin
      .readRunDays(peopleStore)
      .then((days) => admin.cleanUpRuns(runStore, now(), days))
      .catch(onError);
    void admin.cleanUpAccount(accountStores, now(), triggers.endSubscriptions).catch(onError);
  };
  return {
    options: {
      commandLine,
      keyStore,
      catalog: rest.catalog,
      connections,
      triggers,
      runs: { store: runStore, outbound, publicOutbound, loadComposer },
    },
    accountStores,
    jobQueue,
    triggerStore,
    eventStore,
    sql: stores.sql,
    ...(rest.secretsKey === undefined && {
      secretsKey: {
        rotate: async (createEntry) => {
          await rotateKeyFile(connectionStore, rest.dataFolder, createEntry);
        },
      },
    }),
    appReader: createAppReader({ outbound }),
    start() {
      connections.refreshScheduler.start();
      if (triggerSettings.isWorking ?? true) triggers.worker.start();
      cleanUp();
      const timer = setInterval(cleanUp, CLEANUP_INTERVAL_MS);
      timer.unref();
      resources.defer(() => clearInterval(timer));
    },
    close: () => resources.disposeAsync(),
  };
}
