import { setRecent } from "../../domain/freshness.ts";
import type { ConnectionStore } from "../../ports/connection-store.ts";
import type { MasterKeys } from "../../ports/master-keys.ts";
import { Problem } from "../../problem.ts";
import {
  createDataKey,
  parseMasterKeyId,
  rewrapDataKey,
  unwrapDataKey,
} from "../domain/encryption/data-key.ts";
import {
  type DataKey,
  decrypt,
  type EncryptionContext,
  encrypt,
} from "../domain/encryption/encrypt.ts";

/** Seals secrets, each account's with a key of its own, and opens them. */
export interface Vault {
  encrypt(account: string, text: string, context: EncryptionContext): Promise<string>;
  /** Throws the `Problem` "secret_unreadable" where it was changed, or is another's. */
  decrypt(account: string, ciphertext: string, context: EncryptionContext): Promise<string>;
  /** The same, with nothing where it can't be opened: of what anyone may have sent. */
  tryDecrypt(
    account: string,
    ciphertext: string,
    context: EncryptionContext,
  ): Promise<string | undefined>;
}

/** Whose key seals what is the service's own: links, states, OAuth clients. Opening it at start tells a wrong master key. */
export const SERVICE_ACCOUNT = "*";

const MAX_KEYS = 10_000;

/** Opens the safe. Rejects with a sentence for whoever starts the service where the master key is not the one that the secrets were sealed with. */
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

/** Wraps every account's key with the current master key; says how many were wrapped with another before. What is sealed stays as it is, and readable all the while. */
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
    "What is kept of the connection can't be opened: it was changed, or belongs to another.",
    { hint: "Reconnect it; the person who runs this service should look at the database." },
  );

const wrongKeyMessage = (expected: string | undefined, actual: string) =>
  `The secrets in the database were sealed with the key ${expected}, and the key that was given is ${actual}. Set SECRETS_KEY to the right one (or put the file secrets-key.json back); with both, the newer first, npm run secrets -- rotate moves them over.`;
const DAMAGED_KEY_MESSAGE = "A key in the database is damaged: put a copy of the database back.";
