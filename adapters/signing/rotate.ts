import { thumbprint } from "../../core/index.ts";
import {
  readSigningKeys,
  type StoredSigningKey,
  signingKeysFile,
  writeSigningKeys,
} from "./key-file.ts";

/** A new key is published for so long before it signs: longer than the directory may be kept. */
export const LEAD_SECONDS = 2 * 3600;
/** The old one stays for so long after that. */
export const OVERLAP_SECONDS = 24 * 3600;

/** A new key that begins to sign at a time. */
export async function createSigningKey(from: number): Promise<StoredSigningKey> {
  const { privateKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { x, d } = (await crypto.subtle.exportKey("jwk", privateKey)) as { x: string; d: string };
  const jwk = { kty: "OKP", crv: "Ed25519", x, d } as const;
  return { id: (await thumbprint(jwk))!, jwk, from };
}

/** The keys of a folder; the first is made where there is none. Throws an Error that says what is wrong. */
export async function readOrCreateKeys(folder: string, now: number): Promise<StoredSigningKey[]> {
  const file = signingKeysFile(folder);
  const stored = readSigningKeys(file);
  if (stored) return stored;
  const createdKeys = [await createSigningKey(now)];
  // Another process may have been quicker: its key is the one.
  return writeSigningKeys(file, createdKeys, { isNew: true })
    ? createdKeys
    : readSigningKeys(file)!;
}

/** Adds a key that begins to sign when every directory that is kept has it, and lets the old ones go a day after. */
export async function rotateSigningKeys(
  folder: string,
  now: number,
): Promise<StoredSigningKey[] | { wrong: string }> {
  const keys = (await readOrCreateKeys(folder, now)).filter(({ until = Infinity }) => until > now);
  const pendingKey = keys.find(({ from }) => from > now);
  if (pendingKey)
    return {
      wrong: `There is a new key already, ${pendingKey.id}: it begins to sign at ${formatTime(pendingKey.from)}.`,
    };
  const newKey = await createSigningKey(now + LEAD_SECONDS);
  const allKeys = [
    ...keys.map(
      (key): StoredSigningKey => ({ ...key, until: key.until ?? newKey.from + OVERLAP_SECONDS }),
    ),
    newKey,
  ];
  writeSigningKeys(signingKeysFile(folder), allKeys, { isNew: false });
  return allKeys;
}

/** A time for people. */
export const formatTime = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
