import {
  isVaultFailure,
  openVault,
  rewrapDataKeys,
  type Vault,
  type VaultFailure,
} from "../../core/lib/vault/index.ts";
import type { AuditEntry } from "../../core/ports/stores/audit-log.ts";
import type { ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import { commandLine } from "../runtime/command-line.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { openMasterKeys } from "./master-keys.ts";

/** The source of the master keys: SECRETS_KEY, or else a key file in the data folder. */
export interface MasterKeySettings {
  readonly secretsKey?: string | undefined;
  readonly dataFolder: string;
}

/**
 * Opens the vault whose data keys are in a store. Rejects with a `StartupError` if the master
 * key is missing or is another one.
 */
export async function openStoredVault(
  store: Pick<ConnectionStore, "listDataKeys" | "addDataKey">,
  settings: MasterKeySettings,
): Promise<Vault> {
  const masterKeys = await openMasterKeys(settings, store);
  return openVault({
    loadDataKeys: () => store.listDataKeys(),
    storeDataKey: (account, wrapped) => store.addDataKey(account, wrapped),
    currentMasterKey: () => masterKeys.current(),
    findMasterKey: (id) => masterKeys.find(id),
  }).catch(explainFailure);
}

/**
 * Encrypts the data keys in a store with the current master key, and returns how many it changed.
 * Rejects like `openStoredVault`.
 */
export async function rewrapStoredDataKeys(
  store: Pick<ConnectionStore, "listDataKeys" | "rewrapDataKey">,
  settings: MasterKeySettings,
  createEntry: (account: string) => AuditEntry,
): Promise<number> {
  const masterKeys = await openMasterKeys(settings, store);
  return rewrapDataKeys({
    loadDataKeys: () => store.listDataKeys(),
    replaceDataKey: (account, from, to) =>
      store.rewrapDataKey(account, from, to, createEntry(account)),
    currentMasterKey: () => masterKeys.current(),
    findMasterKey: (id) => masterKeys.find(id),
  }).catch(explainFailure);
}

function explainFailure(error: unknown): never {
  throw isVaultFailure(error) ? new StartupError(explanationOf(error), { cause: error }) : error;
}

function explanationOf({ masterKey, message }: VaultFailure): string {
  if (!masterKey) return `${message} Restore a database backup.`;
  return `The database is encrypted with master key ${masterKey.expected}, but the current key is ${masterKey.current}. Set SECRETS_KEY to the original key, or restore the file secrets-key.json. To change the key, list both keys, newest first, and run: ${commandLine("secrets rotate")}`;
}
