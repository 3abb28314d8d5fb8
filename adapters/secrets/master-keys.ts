import { fromBase64url, importMasterKey } from "../../core/index.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import type { MasterKey, MasterKeys } from "../../core/ports/master-keys.ts";
import { createSecretKey, readSecretKeys, secretsFile, writeSecretKeys } from "./key-file.ts";

/** What is wrong with `SECRETS_KEY`, as the end of a sentence that never repeats it. */
export function explainInvalidSecretsKey(text: string): string | undefined {
  return text.split(",").every((each) => parseKeyBytes(each.trim()))
    ? undefined
    : "is no key: it is 32 random bytes in base64 (openssl rand -base64 32), or several with commas between, the newest first";
}

/** Keys from the environment: the first is used, the others still open what they sealed. */
export async function createKeysFromText(text: string): Promise<MasterKeys> {
  const problem = explainInvalidSecretsKey(text);
  if (problem) throw new Error(`SECRETS_KEY ${problem}.`);
  const keys = await Promise.all(
    text.split(",").map((each) => importMasterKey(parseKeyBytes(each.trim())!)),
  );
  return { current: async () => keys[0]!, find: async (id) => keys.find((key) => key.id === id) };
}

/** Keys from a file in the folder; where there is none the first is made, unless something is sealed already (`isNeeded`). A rotation is noticed while the service runs. Rejects with an Error that says in a sentence what is wrong. */
export async function openFileKeys(
  folder: string,
  { isRequired }: { readonly isRequired: boolean },
): Promise<MasterKeys> {
  const file = secretsFile(folder);
  const read = async (): Promise<MasterKey[]> => {
    const stored = readSecretKeys(file);
    if (stored) return Promise.all(stored.map(({ key }) => importMasterKey(fromBase64url(key)!)));
    if (isRequired) throw new Error(explainLostKey(file));
    // Another process may be quicker: its key is the one.
    writeSecretKeys(file, [createSecretKey()], { isNew: true });
    return read();
  };
  let keys = await read();
  return {
    current: async () => keys[0]!,
    async find(id) {
      const found = keys.find((key) => key.id === id);
      if (found) return found;
      keys = await read();
      return keys.find((key) => key.id === id);
    },
  };
}

/** What to do where the file is gone and something rests on it. */
export const explainLostKey = (file: string): string =>
  `The secrets in the database were sealed with a key, and its file ${file} is not there: put a copy of it back, or set SECRETS_KEY. (Without it they are lost: then take the tables connections, data_keys, oauth_clients and oauth_registrations away, and have everyone connect anew.)`;

/** The keys to use, for what is kept there: those given, else those of the folder. */
export async function openMasterKeys(
  {
    secretsKey,
    dataFolder,
  }: { readonly secretsKey: string | undefined; readonly dataFolder: string },
  connections: Pick<ConnectionStore, "listDataKeys">,
): Promise<MasterKeys> {
  return secretsKey === undefined
    ? openFileKeys(dataFolder, { isRequired: (await connections.listDataKeys()).size > 0 })
    : createKeysFromText(secretsKey);
}

function parseKeyBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^[0-9a-f]{64}$/i.test(text))
    return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  const bytes = fromBase64url(text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
  return bytes?.byteLength === 32 ? bytes : undefined;
}
