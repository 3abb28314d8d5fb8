import { type Catalog, cleanUpRuns, type PlatformOptions } from "../core/index.ts";
import type { KeyStore } from "../core/ports/key-store.ts";
import { openConnections } from "./connections.ts";
import { createOutbound } from "./outbound.ts";
import type { SecretStorageSettings } from "./secrets/command.ts";
import { openPlatformStores } from "./storage/open.ts";

export interface PlatformPartsOptions extends SecretStorageSettings {
  readonly catalog: Catalog;
  /** The origins of the operator's own network that tools and sign-ins may reach. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Origins that people may be sent back to once they have connected an app. */
  readonly returnOrigins?: readonly string[] | undefined;
  /** Told of what went wrong that nobody waits for. */
  onError?(error: unknown): void;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** What the platform service keeps, and what it reaches out with. */
export interface PlatformParts {
  readonly accounts: KeyStore;
  /** The rest of it, once it is known where the service is. */
  connectAt(origin: string): Pick<PlatformOptions, "accounts" | "catalog" | "connections" | "runs">;
  /** Renews connections before they expire, and forgets runs whose time is over, until it is closed. */
  start(): void;
  close(): Promise<void>;
}

const CLEANUP_INTERVAL_MS = 60_000;

/** Opens all of it before anything listens: a wrong key for what is sealed fails here, as does a database that can't be reached. */
export async function openPlatformParts({
  catalog,
  allowedOrigins = [],
  returnOrigins,
  onError = () => {},
  now = Date.now,
  databaseUrl,
  ...rest
}: PlatformPartsOptions): Promise<PlatformParts> {
  const { accounts, connections, runs } = await openPlatformStores(
    { url: databaseUrl, folder: rest.dataFolder },
    onError,
  );
  const client = createOutbound({ allowedOrigins });
  const publicOutbound = createOutbound();
  const close = async () => {
    await accounts.close();
    client.close();
    publicOutbound.close();
  };
  const connectionsAt = await openConnections({
    ...rest,
    catalog,
    accounts,
    store: connections,
    outbound: client,
    publicOutbound,
    allowedOrigins,
    returnOrigins,
    onError,
    now,
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  let connectionsModule: PlatformOptions["connections"] | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    accounts,
    connectAt: (origin) => ({
      accounts,
      catalog,
      connections: (connectionsModule = connectionsAt(origin)),
      runs: { store: runs, outbound: client },
    }),
    start() {
      connectionsModule?.refreshScheduler.start();
      const cleanUp = () => void cleanUpRuns(runs, now()).catch(onError);
      cleanUp();
      timer = setInterval(cleanUp, CLEANUP_INTERVAL_MS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await connectionsModule?.refreshScheduler.stop();
      await close();
    },
  };
}
