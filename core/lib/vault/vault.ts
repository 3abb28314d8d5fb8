import { setRecent } from "../kit/net/freshness.ts";
import {
  createDataKey,
  type MasterKey,
  parseMasterKeyId,
  rewrapDataKey,
  unwrapDataKey,
} from "./data-key.ts";
import { type DataKey, decrypt, type EncryptionContext, encrypt } from "./encrypt.ts";
import { vaultFailure } from "./vault-failure.ts";

/** Encrypts and decrypts secrets with a data key for each account. */
export interface Vault {
  encrypt(account: string, text: string, context: EncryptionContext): Promise<string>;
  /** Rejects with a `VaultFailure` if the ciphertext was changed or belongs elsewhere. */
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

/** Finds the master keys. */
interface MasterKeyOptions {
  /** Returns the master key that encrypts new data keys. */
  currentMasterKey(): Promise<MasterKey>;
  /** Finds a current or older master key by ID. */
  findMasterKey(id: string): Promise<MasterKey | undefined>;
}

interface VaultOptions extends MasterKeyOptions {
  /** Loads the wrapped data keys by account. */
  loadDataKeys(): Promise<ReadonlyMap<string, string>>;
  /** Stores an account's wrapped data key unless it has one. Returns the stored key. */
  storeDataKey(account: string, wrapped: string): Promise<string>;
}

interface RewrapOptions extends MasterKeyOptions, Pick<VaultOptions, "loadDataKeys"> {
  /** Replaces a wrapped data key if it is still `from`. Returns whether it did. */
  replaceDataKey(account: string, from: string, to: string): Promise<boolean>;
}

/**
 * The account of secrets that belong to the whole service. Opening the vault decrypts its data key,
 * which detects a wrong master key.
 */
export const SERVICE_ACCOUNT = "*";

const MAX_KEYS = 10_000;

/**
 * Opens the vault. Rejects with a `VaultFailure` if the master key of a data key is missing, or if
 * the service's data key is damaged.
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const cache = new Map<string, Promise<DataKey>>();

  for (const [account, wrapped] of await options.loadDataKeys()) {
    const masterKey = await requireMasterKey(options, wrapped);
    if (account === SERVICE_ACCOUNT && !(await unwrapDataKey(account, wrapped, masterKey)))
      throw damagedDataKey();
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
    const created = await createDataKey(account, await options.currentMasterKey());
    const stored = await options.storeDataKey(account, created.wrapped);
    if (stored === created.wrapped) return created.dataKey;
    const masterKey = await options.findMasterKey(parseMasterKeyId(stored) ?? "");
    const dataKey = masterKey && (await unwrapDataKey(account, stored, masterKey));
    if (!dataKey) throw damagedDataKey();
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
      if (text === undefined)
        throw vaultFailure("unreadable", "The ciphertext was changed, or belongs elsewhere.");
      return text;
    },
  };
}

/**
 * Encrypts every data key with the current master key, and returns how many it changed. The secrets
 * themselves stay unchanged and readable. Rejects with a `VaultFailure` like `openVault`.
 */
export async function rewrapDataKeys(options: RewrapOptions): Promise<number> {
  const currentKey = await options.currentMasterKey();
  let rewrappedCount = 0;
  for (const [account, wrapped] of await options.loadDataKeys()) {
    if (parseMasterKeyId(wrapped) === currentKey.id) continue;
    const previousKey = await requireMasterKey(options, wrapped);
    const wrappedAgain = await rewrapDataKey(account, wrapped, previousKey, currentKey);
    if (!wrappedAgain) throw damagedDataKey();
    if (await options.replaceDataKey(account, wrapped, wrappedAgain)) rewrappedCount++;
  }
  return rewrappedCount;
}

async function requireMasterKey(options: MasterKeyOptions, wrapped: string): Promise<MasterKey> {
  const expected = parseMasterKeyId(wrapped);
  const masterKey = expected === undefined ? undefined : await options.findMasterKey(expected);
  if (masterKey) return masterKey;
  const { id: current } = await options.currentMasterKey();
  throw vaultFailure(
    "unknown_master_key",
    `The data keys are encrypted with master key ${expected}, but the current key is ${current}.`,
    { masterKey: { expected, current } },
  );
}

const damagedDataKey = () => vaultFailure("damaged_data_key", "A data key is damaged.");
