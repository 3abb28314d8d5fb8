import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import {
  createSecretKey,
  readSecretKeys,
  secretsFile,
  writeSecretKeys,
} from "../secrets/key-file.ts";
import { explainLostKey } from "../secrets/master-keys.ts";
import { rewrapStoredDataKeys } from "../secrets/open-vault.ts";
import { openConnectionStore } from "../storage/open.ts";

/** The settings that commands need to decrypt credentials. */
export interface SecretStorageSettings {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** The value of SECRETS_KEY. Undefined: a key file in the data folder. */
  readonly secretsKey?: string | undefined;
}

/**
 * Runs `npm run secrets -- show` or `rotate`, which list or replace the master keys. Resolves with
 * the exit code.
 */
export async function secretsCommand(
  args: readonly string[],
  { databaseUrl, dataFolder, secretsKey }: SecretStorageSettings,
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  let connections: ConnectionStore | undefined;
  try {
    const [verb, ...rest] = args;
    if (rest.length > 0 || (verb !== "show" && verb !== "rotate"))
      return fail("Pass one argument: show or rotate.");
    const file = secretsFile(dataFolder);
    if (verb === "show") {
      const keys = secretsKey === undefined ? readSecretKeys(file) : undefined;
      if (secretsKey !== undefined)
        print("SECRETS_KEY contains the encryption key, so there is no key file.");
      else if (!keys) print(`${dataFolder} has no key file yet. The first start creates it.`);
      else
        print(
          [
            `The key that encrypts credentials is in ${file}. Back it up, because nobody can decrypt the credentials without it.`,
            ...keys.map(
              ({ made }, index) =>
                `  created ${made.slice(0, 16).replace("T", " ")} UTC: ${index === 0 ? "current" : "previous, only for decryption"}`,
            ),
          ].join("\n"),
        );
      return 0;
    }
    // Store the new key before it encrypts anything, and keep the old one until nothing needs it.
    const previousKeys = secretsKey === undefined ? (readSecretKeys(file) ?? []) : [];
    connections = await openConnectionStore({ url: databaseUrl, folder: dataFolder });
    if (
      secretsKey === undefined &&
      previousKeys.length === 0 &&
      (await connections.listDataKeys()).size > 0
    )
      return fail(explainLostKey(file));
    const newKey = createSecretKey();
    if (secretsKey === undefined)
      writeSecretKeys(file, [newKey, ...previousKeys], { isNew: false });
    const settings = { secretsKey, dataFolder };
    const rewrapped = await rewrapStoredDataKeys(connections, settings);
    // Rewrap again, because a running process may have added data keys under the previous master
    // key.
    const rewrappedLate = await rewrapStoredDataKeys(connections, settings);
    if (secretsKey === undefined) {
      writeSecretKeys(file, [newKey, ...previousKeys.slice(0, 1)], { isNew: false });
      const previousKeyNote =
        previousKeys.length > 0
          ? ` The previous key stays in ${file} until the next rotation, because running processes may still use it.`
          : "";
      print(`${formatRewrapped(rewrapped + rewrappedLate)}${previousKeyNote}`);
    } else
      print(
        `${formatRewrapped(rewrapped + rewrappedLate)} Remove the older keys from SECRETS_KEY once every process has restarted.`,
      );
    return 0;
  } catch (error) {
    return fail((error as Error).message);
  } finally {
    await connections?.close();
  }

  function fail(message: string): 1 {
    print(message);
    return 1;
  }
}

function formatRewrapped(accounts: number): string {
  if (accounts === 0) return "No account used an older key.";
  const keys = accounts === 1 ? "data key of 1 account" : `data keys of ${accounts} accounts`;
  return `Encrypted the ${keys} with the new key. Stored credentials stay readable.`;
}
