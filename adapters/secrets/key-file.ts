import { join } from "node:path";
import { z } from "zod";
import { decodeBase64url, encodeBase64url } from "../../core/lib/kit/bytes/base64.ts";
import { readKeyFile, writeKeyFile } from "./private-file.ts";

export const STORED_KEY = z.object({ key: z.string().regex(/^[\w-]{43}$/), made: z.string() });
const FILE_SCHEMA = z.object({ keys: z.array(STORED_KEY).min(1).max(20) });

/** A master key: 256 bits in base64url, and its time of creation as RFC 3339. */
type StoredKey = z.infer<typeof STORED_KEY>;

/** Returns the path of the key file, which is used unless SECRETS_KEY is set. */
export const secretsFile = (folder: string): string => join(folder, "secrets-key.json");

/**
 * Reads the keys of a file, the newest first. Returns undefined if there is no file. Throws an
 * error that contains nothing of the file if the file can't be read or is invalid.
 */
export const readSecretKeys = (file: string): StoredKey[] | undefined =>
  readKeyFile(
    file,
    parseKeys,
    "contains no valid key. Restore it from a backup, because stored credentials can't be decrypted without it.",
  );

function parseKeys(content: unknown): StoredKey[] {
  const { keys } = FILE_SCHEMA.parse(content);
  if (keys.some(({ key }) => decodeBase64url(key)?.byteLength !== 32))
    throw new Error("not 256 bits");
  return keys;
}

/** Writes the key file, as `writeKeyFile` does. */
export const writeSecretKeys: (
  file: string,
  keys: readonly StoredKey[],
  options: { readonly isNew: boolean },
) => boolean = writeKeyFile;

export const createSecretKey = (): StoredKey => ({
  key: encodeBase64url(crypto.getRandomValues(new Uint8Array(32))),
  made: new Date().toISOString(),
});
