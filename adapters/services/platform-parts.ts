import { admin, type PlatformOptions } from "../../core/index.ts";
import type { AppReader } from "../../core/ports/app-reader.ts";
import type { JobQueue } from "../../core/ports/job-queue.ts";
import type { SecretsKey } from "../../core/ports/secrets-key.ts";
import { createAppReader } from "../catalog/app-reader.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { commandLine } from "../runtime/command-line.ts";
import { rotateKeyFile } from "../secrets/rotate-key-file.ts";
import { type AccountStores, openPlatformStores } from "../storage/open.ts";
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
}

/** The storage, the connections and the outbound clients of the platform. */
export interface PlatformParts {
  readonly options: Pick<
    PlatformOptions,
    "commandLine" | "keyStore" | "catalog" | "connections" | "runs"
  >;
  readonly accountStores: AccountStores;
  readonly jobQueue: JobQueue;
  readonly appReader: AppReader;
  /** Absent if the encryption key is in `SECRETS_KEY`. */
  readonly secretsKey?: SecretsKey;
  /**
   * Starts refreshing tokens before they expire, and deleting expired runs, sessions, tickets and grants.
   * `close` stops both.
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
  ...rest
}: PlatformPartsOptions): Promise<PlatformParts> {
  await using opening = new AsyncDisposableStack();
  const stores = await openPlatformStores(
    { url: databaseUrl, folder: rest.dataFolder },
    { onError, now },
  );
  const { keyStore, connectionStore, jobQueue, runStore } = stores;
  const { peopleStore, sessionStore, userStore, auditLog, grantStore } = stores;
  const accountStores = { peopleStore, sessionStore, userStore, auditLog, grantStore };
  opening.defer(() => keyStore.close());
  const outbound = createOutbound({ allowedOrigins });
  opening.defer(() => outbound.close());
  const publicOutbound = createOutbound();
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
    onError,
    now,
  });
  opening.defer(() => connections.refreshScheduler.stop());
  const resources = opening.move();
  const cleanUp = () => {
    void admin
      .readRunDays(peopleStore)
      .then((days) => admin.cleanUpRuns(runStore, now(), days))
      .catch(onError);
    void admin.cleanUpAccount(accountStores, now()).catch(onError);
  };
  return {
    options: {
      commandLine,
      keyStore,
      catalog: rest.catalog,
      connections,
      runs: { store: runStore, outbound },
    },
    accountStores,
    jobQueue,
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
      cleanUp();
      const timer = setInterval(cleanUp, CLEANUP_INTERVAL_MS);
      timer.unref();
      resources.defer(() => clearInterval(timer));
    },
    close: () => resources.disposeAsync(),
  };
}
