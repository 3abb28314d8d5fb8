import { thumbprint } from "../../core/index.ts";
import { type KeptKey, keyFile, readKeys, writeKeys } from "./key-file.ts";

/** A new key is published for so long before it signs: longer than the directory may be kept. */
export const LEAD_SECONDS = 2 * 3600;
/** The old one stays for so long after that. */
export const OVERLAP_SECONDS = 24 * 3600;

/** A new key that begins to sign at a time. */
export async function newKey(from: number): Promise<KeptKey> {
  const { privateKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { x, d } = (await crypto.subtle.exportKey("jwk", privateKey)) as { x: string; d: string };
  const jwk = { kty: "OKP", crv: "Ed25519", x, d } as const;
  return { id: (await thumbprint(jwk))!, jwk, from };
}

/** The keys of a folder; the first is made where there is none. Throws an Error that says what is wrong. */
export async function keysIn(folder: string, now: number): Promise<KeptKey[]> {
  const file = keyFile(folder);
  const there = readKeys(file);
  if (there) return there;
  const made = [await newKey(now)];
  // Another process may have been quicker: its key is the one.
  return writeKeys(file, made, { isNew: true }) ? made : readKeys(file)!;
}

/** Adds a key that begins to sign when every directory that is kept has it, and lets the old ones go a day after. */
export async function rotate(folder: string, now: number): Promise<KeptKey[] | { wrong: string }> {
  const keys = (await keysIn(folder, now)).filter(({ until = Infinity }) => until > now);
  const waiting = keys.find(({ from }) => from > now);
  if (waiting)
    return {
      wrong: `There is a new key already, ${waiting.id}: it begins to sign at ${timeOf(waiting.from)}.`,
    };
  const next = await newKey(now + LEAD_SECONDS);
  const kept = [
    ...keys.map((key): KeptKey => ({ ...key, until: key.until ?? next.from + OVERLAP_SECONDS })),
    next,
  ];
  writeKeys(keyFile(folder), kept, { isNew: false });
  return kept;
}

/** A time for people. */
export const timeOf = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
