import { decodeBase64url } from "../../core/lib/kit/bytes/base64.ts";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import { importMasterKey, type MasterKey } from "../../core/lib/vault/index.ts";
import type { MasterKeys } from "../../core/ports/master-keys.ts";
import type { ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { createSecretKey, readSecretKeys, secretsFile, writeSecretKeys } from "./key-file.ts";

/**
 * Explains why a value of SECRETS_KEY is invalid, as the end of a sentence. Never contains the
 * value.
 */
export function explainInvalidSecretsKey(text: string): string | undefined {
  return text.split(",").every((each) => parseKeyBytes(each.trim()))
    ? undefined
    : "must be 32 random bytes in base64 (openssl rand -base64 32), or several such keys separated by commas, the newest first";
}

/** Parses SECRETS_KEY, the newest key first. */
export function parseSecretsKey(text: string): Uint8Array<ArrayBuffer>[] {
  const problem = explainInvalidSecretsKey(text);
  if (problem) throw new StartupError(`SECRETS_KEY ${problem}.`);
  return text
    .split(",")
    .map((each) => requireValue(parseKeyBytes(each.trim()), "a valid item of SECRETS_KEY"));
}

/** Opens the keys of SECRETS_KEY. The first key encrypts, and all of them decrypt. */
async function createKeysFromText(text: string): Promise<MasterKeys> {
  const keys = await Promise.all(parseSecretsKey(text).map(importMasterKey));
  return {
    current: async () => newestOf(keys),
    find: async (id) => keys.find((key) => key.id === id),
  };
}

/**
 * Reads the keys from the key file of a folder, and again for an unknown key ID. Creates the file
 * if it doesn't exist. If the file is required because data is already encrypted, rejects with an
 * error message for the operator instead.
 */
async function openFileKeys(
  folder: string,
  { isRequired }: { readonly isRequired: boolean },
): Promise<MasterKeys> {
  const file = secretsFile(folder);
  const read = async (): Promise<MasterKey[]> => {
    const stored = readSecretKeys(file);
    if (stored)
      return Promise.all(
        stored.map(({ key }) =>
          importMasterKey(requireValue(decodeBase64url(key), "a valid key of the key file")),
        ),
      );
    if (isRequired) throw new StartupError(explainLostKey(file));
    // If another process creates the file first, its key counts.
    writeSecretKeys(file, [createSecretKey()], { isNew: true });
    return read();
  };
  let keys = await read();
  return {
    // Read again, because the file loses a key after two rotations, and data keys are rare.
    async current() {
      keys = await read();
      return newestOf(keys);
    },
    async find(id) {
      const found = keys.find((key) => key.id === id);
      if (found) return found;
      keys = await read();
      return keys.find((key) => key.id === id);
    },
  };
}

/** Explains what to do if the key file of encrypted data is missing. */
export const explainLostKey = (file: string): string =>
  `The key file ${file} is missing, but the database contains credentials that it encrypts. Restore the file from a backup, or set SECRETS_KEY. If the key is lost, delete all rows of the tables connections, data_keys, oauth_clients and oauth_registrations, and ask users to connect again.`;

/** Opens the master keys of SECRETS_KEY, or else those of the key file in the data folder. */
export async function openMasterKeys(
  {
    secretsKey,
    dataFolder,
  }: { readonly secretsKey?: string | undefined; readonly dataFolder: string },
  connections: Pick<ConnectionStore, "listDataKeys">,
): Promise<MasterKeys> {
  return secretsKey === undefined
    ? openFileKeys(dataFolder, { isRequired: (await connections.listDataKeys()).size > 0 })
    : createKeysFromText(secretsKey);
}

/** Returns the first key, which encrypts. There is always at least one. */
const newestOf = ([newest]: readonly MasterKey[]): MasterKey =>
  requireValue(newest, "the newest master key");

function parseKeyBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^[0-9a-f]{64}$/i.test(text))
    return Uint8Array.from(text.matchAll(/../g), ([pair]) => Number.parseInt(pair, 16));
  const bytes = decodeBase64url(text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
  return bytes?.byteLength === 32 ? bytes : undefined;
}
