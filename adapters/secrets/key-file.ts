import { join } from "node:path";
import { z } from "zod";
import { base64url, fromBase64url } from "../../core/index.ts";
import { readKeyFile, writeKeyFile } from "../key-file.ts";

const FILE_SCHEMA = z.object({
  keys: z
    .array(z.object({ key: z.string().regex(/^[\w-]{43}$/), made: z.string() }))
    .min(1)
    .max(20),
});

/** A key as it is kept: 256 bits in base64url. */
export type StoredKey = z.infer<typeof FILE_SCHEMA>["keys"][number];

/** The file that the keys are in, where none is given in the environment. */
export const secretsFile = (folder: string): string => join(folder, "secrets-key.json");

/** The keys of a file, the newest first; nothing where there is no file. Throws an Error, without any of the file in it, where it can't be read or is something else. */
export const readSecretKeys = (file: string): StoredKey[] | undefined =>
  readKeyFile(
    file,
    parseKeys,
    "holds no key: put a copy of it back. Without it, what is sealed in the database can't be opened.",
  );

function parseKeys(content: unknown): StoredKey[] {
  const { keys } = FILE_SCHEMA.parse(content);
  if (keys.some(({ key }) => fromBase64url(key)?.byteLength !== 32))
    throw new Error("not 256 bits");
  return keys;
}

/** Writes keys, for this user alone and whole or not at all. `isNew`: only where there is no file yet; whether it was written. */
export const writeSecretKeys: (
  file: string,
  keys: readonly StoredKey[],
  options: { readonly isNew: boolean },
) => boolean = writeKeyFile;

/** A new key. */
export const createSecretKey = (): StoredKey => ({
  key: base64url(crypto.getRandomValues(new Uint8Array(32))),
  made: new Date().toISOString(),
});
