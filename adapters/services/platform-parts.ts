import { admin, type PlatformOptions } from "../../core/index.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { commandLine } from "../runtime/command-line.ts";
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
  const stores = await openPlatformStores({ url: databaseUrl, folder: rest.dataFolder }, onError);
  const { keyStore, connectionStore, runStore } = stores;
  const { peopleStore, sessionStore, auditLog, grantStore } = stores;
  const accountStores = { peopleStore, sessionStore, auditLog, grantStore };
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
    isMember: async (account, person) =>
      (await peopleStore.findMember(account, person)) !== undefined,
    outbound,
    publicOutbound,
    allowedOrigins,
    onError,
    now,
  });
  opening.defer(() => connections.refreshScheduler.stop());
  const resources = opening.move();
  const cleanUp = () => {
    void admin.cleanUpRuns(runStore, now()).catch(onError);
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
