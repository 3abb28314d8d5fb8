import { type Bytes, decodeBase64url, encodeBase64url } from "../kit/bytes/base64.ts";
import { randomBytes } from "../kit/bytes/random.ts";
import { type DataKey, decrypt, encrypt } from "./encrypt.ts";

/** A key that encrypts data keys. */
export interface MasterKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  /** AES-GCM, 256 bits, not extractable. */
  readonly key: CryptoKey;
}

/** Creates a data key for an account. Store `wrapped`, which the master key encrypts. */
export async function createDataKey(
  account: string,
  master: MasterKey,
): Promise<{ readonly dataKey: DataKey; readonly wrapped: string }> {
  const bytes = randomBytes(32);
  const id = encodeBase64url(randomBytes(6));
  return {
    dataKey: { id, key: await importAesKey(bytes) },
    wrapped: await wrapKeyBytes(account, id, bytes, master),
  };
}

/** The ID of the master key of a wrapped data key, or `undefined` if the format is invalid. */
export const parseMasterKeyId = (wrapped: string): string | undefined =>
  /^w1\.[\w-]{8}\.s1\.([\w-]+)\./.exec(wrapped)?.[1];

/**
 * Decrypts a wrapped data key. Returns `undefined` if the master key or the account is wrong, or if
 * the wrapped key was modified.
 */
export async function unwrapDataKey(
  account: string,
  wrapped: string,
  master: MasterKey,
): Promise<DataKey | undefined> {
  const unwrapped = await unwrapKeyBytes(account, wrapped, master);
  return unwrapped && { id: unwrapped.id, key: await importAesKey(unwrapped.bytes) };
}

/** Encrypts a data key with another master key. Returns `undefined` if `from` can't decrypt it. */
export async function rewrapDataKey(
  account: string,
  wrapped: string,
  from: MasterKey,
  to: MasterKey,
): Promise<string | undefined> {
  const unwrapped = await unwrapKeyBytes(account, wrapped, from);
  return unwrapped && wrapKeyBytes(account, unwrapped.id, unwrapped.bytes, to);
}

/** Imports a master key of 256 random bits. Its ID is a truncated digest of the key. */
export async function importMasterKey(bytes: Bytes): Promise<MasterKey> {
  const digest = new Uint8Array(
    await crypto.subtle.digest(
      "SHA-256",
      new Uint8Array([...new TextEncoder().encode("jackfield master key\n"), ...bytes]),
    ),
  );
  return { id: encodeBase64url(digest.slice(0, 9)), key: await importAesKey(bytes) };
}

const wrapKeyBytes = async (account: string, id: string, bytes: Bytes, master: MasterKey) =>
  `w1.${id}.${await encrypt(encodeBase64url(bytes), master, { id: account, field: `data_key ${id}` })}`;

async function unwrapKeyBytes(
  account: string,
  wrapped: string,
  master: MasterKey,
): Promise<{ id: string; bytes: Bytes } | undefined> {
  const [, id, encrypted] = /^w1\.([\w-]{8})\.(s1\..+)$/.exec(wrapped) ?? [];
  const text =
    id && encrypted && (await decrypt(encrypted, master, { id: account, field: `data_key ${id}` }));
  const bytes = text ? decodeBase64url(text) : undefined;
  return id && bytes?.byteLength === 32 ? { id, bytes } : undefined;
}

const importAesKey = (bytes: Bytes) =>
  crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
