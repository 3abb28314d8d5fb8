import type { ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import type { KeyStore } from "../../core/ports/stores/key-store.ts";
import type { SharedSettings } from "../config/settings.ts";
import { openConnectionStore, openKeyStore } from "../storage/open.ts";

/** The settings that locate the database. */
export type StoreSettings = Partial<Pick<SharedSettings, "databaseUrl">> &
  Pick<SharedSettings, "dataFolder">;

/** Opens the key store for one use. */
export const withKeyStore = <Result>(
  { databaseUrl, dataFolder }: StoreSettings,
  use: (store: KeyStore) => Promise<Result>,
): Promise<Result> => useOnce(openKeyStore({ url: databaseUrl, folder: dataFolder }), use);

/** Opens the connection store for one use. */
export const withConnectionStore = <Result>(
  { databaseUrl, dataFolder }: StoreSettings,
  use: (store: ConnectionStore) => Promise<Result>,
): Promise<Result> => useOnce(openConnectionStore({ url: databaseUrl, folder: dataFolder }), use);

async function useOnce<Store extends { close(): Promise<void> }, Result>(
  opening: Promise<Store>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await opening;
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
