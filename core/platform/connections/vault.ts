import { Problem } from "../../http/problem.ts";
import { setRecent } from "../../lib/kit/freshness.ts";
import {
  createDataKey,
  type DataKey,
  decrypt,
  type EncryptionContext,
  encrypt,
  parseMasterKeyId,
  rewrapDataKey,
  unwrapDataKey,
} from "../../lib/vault/index.ts";
import type { ConnectionStore } from "../../ports/connection-store.ts";
import type { MasterKeys } from "../../ports/master-keys.ts";

/** Encrypts and decrypts secrets with a data key for each account. */
export interface Vault {
  encrypt(account: string, text: string, context: EncryptionContext): Promise<string>;
  /**
   * Rejects with the `Problem` "secret_unreadable" if the ciphertext was changed or belongs
   * elsewhere.
   */
  decrypt(account: string, ciphertext: string, context: EncryptionContext): Promise<string>;
  /**
   * Like `decrypt`, but resolves to `undefined` for unreadable input. Use it for untrusted input.
   */
  tryDecrypt(
    account: string,
    ciphertext: string,
    context: EncryptionContext,
  ): Promise<string | undefined>;
}

/**
 * The account whose data key encrypts links, states and OAuth clients. Decrypting that key at
 * startup detects a wrong master key.
 */
export const SERVICE_ACCOUNT = "*";

const MAX_KEYS = 10_000;

/**
 * Opens the vault. Rejects with an explanation for the operator if the master key is not the one
 * that encrypted the data keys.
 */
export async function openVault({
  store,
  masterKeys,
}: {
  readonly store: Pick<ConnectionStore, "listDataKeys" | "addDataKey">;
  readonly masterKeys: MasterKeys;
}): Promise<Vault> {
  const cache = new Map<string, Promise<DataKey>>();

  for (const [account, wrapped] of await store.listDataKeys()) {
    const id = parseMasterKeyId(wrapped);
    const masterKey = id && (await masterKeys.find(id));
    if (!masterKey)
      throw new Problem("internal", wrongKeyMessage(id, (await masterKeys.current()).id));
    if (account === SERVICE_ACCOUNT && !(await unwrapDataKey(account, wrapped, masterKey)))
      throw new Problem("internal", DAMAGED_KEY_MESSAGE);
  }

  const dataKeyFor = (account: string): Promise<DataKey> => {
    const cached = cache.get(account);
    if (cached) return cached;
    const loading = loadDataKey(account);
    setRecent(cache, account, loading, MAX_KEYS);
    loading.catch(() => cache.delete(account));
    return loading;
  };

  const loadDataKey = async (account: string): Promise<DataKey> => {
    const created = await createDataKey(account, await masterKeys.current());
    const stored = await store.addDataKey(account, created.wrapped);
    if (stored === created.wrapped) return created.dataKey;
    const masterKey = await masterKeys.find(parseMasterKeyId(stored) ?? "");
    const dataKey = masterKey && (await unwrapDataKey(account, stored, masterKey));
    if (!dataKey) throw unreadableSecret();
    return dataKey;
  };

  await dataKeyFor(SERVICE_ACCOUNT);
  const tryDecrypt: Vault["tryDecrypt"] = async (account, ciphertext, context) =>
    decrypt(ciphertext, await dataKeyFor(account), context);
  return {
    encrypt: async (account, text, context) => encrypt(text, await dataKeyFor(account), context),
    tryDecrypt,
    async decrypt(account, ciphertext, context) {
      const text = await tryDecrypt(account, ciphertext, context);
      if (text === undefined) throw unreadableSecret();
      return text;
    },
  };
}

/**
 * Encrypts every data key with the current master key, and returns how many it changed. The secrets
 * themselves stay unchanged and readable.
 */
export async function rewrapDataKeys({
  store,
  masterKeys,
}: {
  readonly store: Pick<ConnectionStore, "listDataKeys" | "rewrapDataKey">;
  readonly masterKeys: MasterKeys;
}): Promise<number> {
  const currentKey = await masterKeys.current();
  let rewrappedCount = 0;
  for (const [account, wrapped] of await store.listDataKeys()) {
    const id = parseMasterKeyId(wrapped);
    if (id === currentKey.id) continue;
    const previousKey = id && (await masterKeys.find(id));
    if (!previousKey) throw new Problem("internal", wrongKeyMessage(id, currentKey.id));
    const wrappedAgain = await rewrapDataKey(account, wrapped, previousKey, currentKey);
    if (!wrappedAgain) throw new Problem("internal", DAMAGED_KEY_MESSAGE);
    if (await store.rewrapDataKey(account, wrapped, wrappedAgain)) rewrappedCount++;
  }
  return rewrappedCount;
}

const unreadableSecret = () =>
  new Problem(
    "secret_unreadable",
    "The stored credentials were changed, or belong to another connection.",
    { hint: "Reconnect the app, and ask the operator of this service to check the database." },
  );

const wrongKeyMessage = (expected: string | undefined, actual: string) =>
  `The database is encrypted with master key ${expected}, but the current key is ${actual}. Set SECRETS_KEY to the original key, or restore the file secrets-key.json. To change the key, list both keys, newest first, and run "npm run secrets -- rotate".`;
const DAMAGED_KEY_MESSAGE = "A data key in the database is damaged. Restore a database backup.";
