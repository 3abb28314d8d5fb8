import { cleanUpRuns, type PlatformOptions } from "../../core/index.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import type { KeyStore } from "../../core/ports/key-store.ts";
import type { SecretStorageSettings } from "../cli/secrets.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { openPlatformStores } from "../storage/open.ts";
import { openConnections } from "./connections.ts";

export interface PlatformPartsOptions extends SecretStorageSettings {
  readonly catalog: Catalog;
  /** Private origins that tools and sign-ins may reach. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Origins that users may return to after connecting an app. */
  readonly returnOrigins?: readonly string[] | undefined;
  /** Receives the errors of background work. */
  onError?(error: unknown): void;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** The storage and the outbound clients of the platform. */
export interface PlatformParts {
  readonly keyStore: KeyStore;
  /** Creates the remaining parts once the origin is known. */
  connectAt(origin: string): Pick<PlatformOptions, "keyStore" | "catalog" | "connections" | "runs">;
  /** Starts refreshing tokens before they expire and deleting expired runs. `close` stops both. */
  start(): void;
  close(): Promise<void>;
}

const CLEANUP_INTERVAL_MS = 60_000;

/**
 * Opens the storage and the vault before the service listens. Rejects if a key is wrong or the
 * database is unreachable.
 */
export async function openPlatformParts({
  catalog,
  allowedOrigins = [],
  returnOrigins,
  onError = () => {},
  now = Date.now,
  databaseUrl,
  ...rest
}: PlatformPartsOptions): Promise<PlatformParts> {
  const { keyStore, connectionStore, runStore } = await openPlatformStores(
    { url: databaseUrl, folder: rest.dataFolder },
    onError,
  );
  const client = createOutbound({ allowedOrigins });
  const publicOutbound = createOutbound();
  const close = async () => {
    await keyStore.close();
    client.close();
    publicOutbound.close();
  };
  const connectionsAt = await openConnections({
    ...rest,
    catalog,
    keyStore,
    store: connectionStore,
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
    keyStore,
    connectAt(origin) {
      connectionsModule = connectionsAt(origin);
      return {
        keyStore,
        catalog,
        connections: connectionsModule,
        runs: { store: runStore, outbound: client },
      };
    },
    start() {
      connectionsModule?.refreshScheduler.start();
      const cleanUp = () => void cleanUpRuns(runStore, now()).catch(onError);
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
