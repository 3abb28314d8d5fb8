import {
  admin,
  type ConnectionsModule,
  createTriggers,
  type PlatformOptions,
  type TriggersModule,
  type TriggersOptions,
} from "../../core/index.ts";
import type { Rate } from "../../core/lib/kit/flow/rate.ts";
import type { AppReader } from "../../core/ports/app-reader.ts";
import type { JobQueue } from "../../core/ports/job-queue.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
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

interface PlatformPartsOptions
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
interface PlatformParts {
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
export async function openPlatformParts(options: PlatformPartsOptions): Promise<PlatformParts> {
  await using opening = new AsyncDisposableStack();
  const settings = withDefaults(options);
  const { catalog, dataFolder, secretsKey } = settings;
  const stores = await openStores(settings, opening);
  const clients = openClients(settings, opening);
  const connections = await openPlatformConnections(settings, stores, clients, opening);
  const runs = { store: stores.runStore, ...clients, loadComposer };
  const triggers = await openTriggers(settings, stores, { connections, runs }, opening);
  const { accountStores, keyStore, jobQueue, triggerStore, eventStore, sql } = stores;
  const resources = opening.move();
  return {
    options: { commandLine, keyStore, catalog, connections, triggers, runs },
    accountStores,
    jobQueue,
    triggerStore,
    eventStore,
    sql,
    ...(secretsKey === undefined && {
      secretsKey: {
        rotate: async (createEntry) => {
          await rotateKeyFile(stores.connectionStore, dataFolder, createEntry);
        },
      },
    }),
    appReader: createAppReader({ outbound: clients.outbound }),
    start: () => start(settings, stores, { connections, triggers }, resources),
    close: () => resources.disposeAsync(),
  };
}

const withDefaults = ({
  allowedOrigins = [],
  onError = () => {},
  now = Date.now,
  triggers = {},
  counters = createCounters(),
  ...rest
}: PlatformPartsOptions) => ({ ...rest, allowedOrigins, onError, now, triggers, counters });

type Settings = ReturnType<typeof withDefaults>;

async function openStores(
  { databaseUrl, dataFolder, onError, now, counters }: Settings,
  opening: AsyncDisposableStack,
) {
  const stores = await openPlatformStores(
    { url: databaseUrl, folder: dataFolder },
    { onError, now },
  );
  opening.defer(() => stores.keyStore.close());
  const { peopleStore, sessionStore, userStore, auditLog, grantStore } = stores;
  return {
    ...stores,
    runStore: countRuns(stores.runStore, counters),
    eventStore: countEvents(stores.eventStore, counters),
    accountStores: { peopleStore, sessionStore, userStore, auditLog, grantStore },
  };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

interface Clients {
  readonly outbound: Outbound;
  readonly publicOutbound: Outbound;
}

function openClients(
  { allowedOrigins, counters, tracer }: Settings,
  opening: AsyncDisposableStack,
): Clients {
  const open = (client: ReturnType<typeof createOutbound>, propagates: boolean) => {
    const traced = traceOutbound(countOutbound(client, counters), tracer, { propagates });
    opening.defer(() => traced.close());
    return traced;
  };
  return {
    outbound: open(createOutbound({ allowedOrigins }), true),
    publicOutbound: open(createOutbound(), false),
  };
}

async function openPlatformConnections(
  { counters, triggers: _, databaseUrl: _url, ...settings }: Settings,
  { keyStore, connectionStore, jobQueue, peopleStore }: Stores,
  clients: Clients,
  opening: AsyncDisposableStack,
): Promise<ConnectionsModule> {
  const connections = await openConnections({
    ...settings,
    ...clients,
    commandLine,
    keyStore,
    store: connectionStore,
    jobQueue,
    findMember: async (account, person) =>
      (await peopleStore.findMember(account, person)) && peopleStore.findPerson(person),
    sharedWebhooks: readSharedWebhooks(),
    onRefresh: (outcome) => counters.add("refreshes", [outcome]),
  });
  opening.defer(() => connections.refreshScheduler.stop());
  return connections;
}

async function openTriggers(
  { origin, catalog, databaseUrl, allowedOrigins, triggers, tracer, now, onError }: Settings,
  { triggerStore, eventStore, jobQueue, keyStore }: Stores,
  {
    connections,
    runs,
  }: { readonly connections: ConnectionsModule; readonly runs: TriggersOptions["runs"] },
  opening: AsyncDisposableStack,
): Promise<TriggersModule> {
  const { limits, eventRates } = triggers;
  const openEventRate = (rate: Rate | undefined) => openRateLimit(rate, databaseUrl, opening);
  const module = createTriggers({
    origin,
    triggerStore,
    eventStore,
    jobQueue,
    connections,
    catalog,
    keyStore,
    runs,
    isAllowedOrigin: (url) => allowedOrigins.includes(new URL(url).origin),
    limits,
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
  opening.defer(() => module.worker.stop());
  return module;
}

function start(
  { triggers: { isWorking = true }, now, onError }: Settings,
  { accountStores, runStore }: Stores,
  {
    connections,
    triggers,
  }: { readonly connections: ConnectionsModule; readonly triggers: TriggersModule },
  resources: AsyncDisposableStack,
): void {
  const cleanUp = () => {
    void admin
      .readRunDays(accountStores.peopleStore)
      .then((days) => admin.cleanUpRuns(runStore, now(), days))
      .catch(onError);
    void admin.cleanUpAccount(accountStores, now(), triggers.endSubscriptions).catch(onError);
  };
  connections.refreshScheduler.start();
  if (isWorking) triggers.worker.start();
  cleanUp();
  const timer = setInterval(cleanUp, CLEANUP_INTERVAL_MS);
  timer.unref();
  resources.defer(() => clearInterval(timer));
}
