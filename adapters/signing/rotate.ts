import { thumbprint } from "../../core/lib/http-signatures/index.ts";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import {
  readSigningKeys,
  type StoredSigningKey,
  signingKeysFile,
  writeSigningKeys,
} from "./key-file.ts";

/**
 * How long a new key is published before it signs. This is longer than clients may cache the key
 * directory.
 */
export const LEAD_SECONDS = 2 * 3600;
/** How long the old key is published after that. */
export const OVERLAP_SECONDS = 24 * 3600;

/** Creates a key that signs from a time on. */
async function createSigningKey(from: number): Promise<StoredSigningKey> {
  const { privateKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { x, d } = (await crypto.subtle.exportKey("jwk", privateKey)) as { x: string; d: string };
  const jwk = { kty: "OKP", crv: "Ed25519", x, d } as const;
  return { id: requireValue(await thumbprint(jwk), "the thumbprint of a key"), jwk, from };
}

/**
 * Reads the keys of a folder, and creates the first one if there is none. Throws an error message
 * for the operator.
 */
export async function readOrCreateKeys(folder: string, now: number): Promise<StoredSigningKey[]> {
  const file = signingKeysFile(folder);
  const stored = readSigningKeys(file);
  if (stored) return stored;
  const createdKeys = [await createSigningKey(now)];
  // If another process created the file first, its key counts.
  return writeSigningKeys(file, createdKeys, { isNew: true })
    ? createdKeys
    : requireValue(readSigningKeys(file), "the key file that another process created");
}

/**
 * Adds a key that signs once every cached directory contains it, and lets the old keys expire a day
 * later.
 */
export async function rotateSigningKeys(
  folder: string,
  now: number,
): Promise<StoredSigningKey[] | { error: string }> {
  const keys = (await readOrCreateKeys(folder, now)).filter(({ until = Infinity }) => until > now);
  const pendingKey = keys.find(({ from }) => from > now);
  if (pendingKey)
    return {
      error: `A rotation is already in progress. The new key ${pendingKey.id} signs from ${formatTime(pendingKey.from)}.`,
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

/** Formats a time in UTC, to the minute. */
export const formatTime = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
