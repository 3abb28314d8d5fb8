import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import {
  createSecretKey,
  readSecretKeys,
  secretsFile,
  writeSecretKeys,
} from "../secrets/key-file.ts";
import { explainLostKey } from "../secrets/master-keys.ts";
import { rewrapStoredDataKeys } from "../secrets/open-vault.ts";
import { type Command, type CommandTable, parseArguments, runCommand } from "./command.ts";
import { withConnectionStore } from "./with-store.ts";

/** The settings that commands need to decrypt credentials. */
export interface SecretStorageSettings {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** The value of SECRETS_KEY. Undefined: a key file in the data folder. */
  readonly secretsKey?: string | undefined;
}

interface SecretsContext {
  readonly settings: SecretStorageSettings;
  print(text: string): void;
}

/**
 * Runs `secrets show` or `rotate`, which list or replace the master keys. Resolves with
 * the exit code.
 */
export const secretsCommand = (
  args: readonly string[],
  settings: SecretStorageSettings,
  print: (text: string) => void = console.log,
): Promise<0 | 1> => runCommand(SECRETS, args, { settings, print }, { print, info: print });

const showCommand: Command<SecretsContext> = async (args, { settings, print }) => {
  parseArguments(args, {});
  const { dataFolder, secretsKey } = settings;
  const file = secretsFile(dataFolder);
  if (secretsKey !== undefined)
    return print("SECRETS_KEY contains the encryption key, so there is no key file.");
  const keys = readSecretKeys(file);
  if (!keys) return print(`${dataFolder} has no key file yet. The first start creates it.`);
  const lines = keys.map(
    ({ made }, index) =>
      `  created ${made.slice(0, 16).replace("T", " ")} UTC: ${index === 0 ? "current" : "previous, only for decryption"}`,
  );
  print(
    [
      `The key that encrypts credentials is in ${file}. Back it up, because nobody can decrypt the credentials without it.`,
      ...lines,
    ].join("\n"),
  );
};

const rotateCommand: Command<SecretsContext> = async (args, { settings, print }) => {
  parseArguments(args, {});
  const { dataFolder, secretsKey } = settings;
  await withConnectionStore(settings, async (store) => {
    if (secretsKey === undefined) return print(await rotateKeyFile(store, dataFolder));
    const count = await rewrapTwice(store, settings);
    print(
      `${formatRewrapped(count)} Remove the older keys from SECRETS_KEY once every process has restarted.`,
    );
  });
};

/** Replaces the current key of the key file, and returns a message for the operator. */
async function rotateKeyFile(store: ConnectionStore, dataFolder: string): Promise<string> {
  const file = secretsFile(dataFolder);
  const previousKeys = readSecretKeys(file) ?? [];
  if (previousKeys.length === 0 && (await store.listDataKeys()).size > 0)
    throw new Error(explainLostKey(file));
  // Store the new key before it encrypts anything, and keep the old one until nothing needs it.
  const newKey = createSecretKey();
  writeSecretKeys(file, [newKey, ...previousKeys], { isNew: false });
  const count = await rewrapTwice(store, { dataFolder });
  writeSecretKeys(file, [newKey, ...previousKeys.slice(0, 1)], { isNew: false });
  if (previousKeys.length === 0) return formatRewrapped(count);
  return `${formatRewrapped(count)} The previous key stays in ${file} until the next rotation, because running processes may still use it.`;
}

/**
 * Encrypts the data keys with the current master key, twice, because a running process may have
 * added data keys under the previous one. Returns the number of changed data keys.
 */
async function rewrapTwice(
  store: ConnectionStore,
  { secretsKey, dataFolder }: SecretStorageSettings,
): Promise<number> {
  const first = await rewrapStoredDataKeys(store, { secretsKey, dataFolder });
  return first + (await rewrapStoredDataKeys(store, { secretsKey, dataFolder }));
}

function formatRewrapped(accounts: number): string {
  if (accounts === 0) return "No account used an older key.";
  const keys = accounts === 1 ? "data key of 1 account" : `data keys of ${accounts} accounts`;
  return `Encrypted the ${keys} with the new key. Stored credentials stay readable.`;
}

const SECRETS: CommandTable<SecretsContext> = {
  name: "secrets",
  commands: { show: showCommand, rotate: rotateCommand },
  help: [
    { usage: "show", description: "List the keys that encrypt stored credentials." },
    { usage: "rotate", description: "Encrypt the credentials with a new key." },
  ],
};
