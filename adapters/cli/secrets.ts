import { admin } from "../../core/index.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { readSecretKeys, secretsFile } from "../secrets/key-file.ts";
import { rewrapTwice, rotateKeyFile } from "../secrets/rotate-key-file.ts";
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
    if (secretsKey === undefined) {
      const { count, hadKey } = await rotateKeyFile(store, dataFolder, createEntry);
      return print(
        hadKey
          ? `${formatRewrapped(count)} The previous key stays in ${secretsFile(dataFolder)} until the next rotation, because running processes may still use it.`
          : formatRewrapped(count),
      );
    }
    const count = await rewrapTwice(store, settings, createEntry);
    print(
      `${formatRewrapped(count)} Remove the older keys from SECRETS_KEY once every process has restarted.`,
    );
  });
};

const createEntry = (account: string) =>
  admin.createTerminalEntry(DEFAULT_ACCOUNT, { action: "secrets_key.rotated", subject: account });

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
