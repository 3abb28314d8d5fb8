import type { AuditEntry } from "../../core/ports/stores/audit-log.ts";
import type { ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import { withFileLock } from "./file-lock.ts";
import { createSecretKey, readSecretKeys, secretsFile, writeSecretKeys } from "./key-file.ts";
import { explainLostKey } from "./master-keys.ts";
import { type MasterKeySettings, rewrapStoredDataKeys } from "./open-vault.ts";

type DataKeyStore = Pick<ConnectionStore, "listDataKeys" | "rewrapDataKey">;
type CreateEntry = (account: string) => AuditEntry;

/**
 * Replaces the current key of the key file. The previous one stays in it until the next rotation,
 * because running processes may still use it. Returns the number of changed data keys, and whether
 * there was a previous key. Rotations wait for each other: two that read the same file would each
 * remove the key with which the other encrypts.
 */
export const rotateKeyFile = (
  store: DataKeyStore,
  dataFolder: string,
  createEntry: CreateEntry,
): Promise<{ readonly count: number; readonly hadKey: boolean }> =>
  withFileLock(secretsFile(dataFolder), () => rotate(store, dataFolder, createEntry));

async function rotate(
  store: DataKeyStore,
  dataFolder: string,
  createEntry: CreateEntry,
): Promise<{ readonly count: number; readonly hadKey: boolean }> {
  const file = secretsFile(dataFolder);
  const previousKeys = readSecretKeys(file) ?? [];
  if (previousKeys.length === 0 && (await store.listDataKeys()).size > 0)
    throw new Error(explainLostKey(file));
  // Store the new key before it encrypts anything, and keep the old one until nothing needs it.
  const newKey = createSecretKey();
  writeSecretKeys(file, [newKey, ...previousKeys], { isNew: false });
  const count = await rewrapTwice(store, { dataFolder }, createEntry);
  writeSecretKeys(file, [newKey, ...previousKeys.slice(0, 1)], { isNew: false });
  return { count, hadKey: previousKeys.length > 0 };
}

/**
 * Encrypts the data keys with the current master key, twice, because a running process may have
 * added data keys under the previous one. Returns the number of changed data keys.
 */
export async function rewrapTwice(
  store: DataKeyStore,
  settings: MasterKeySettings,
  createEntry: CreateEntry,
): Promise<number> {
  const first = await rewrapStoredDataKeys(store, settings, createEntry);
  return first + (await rewrapStoredDataKeys(store, settings, createEntry));
}
