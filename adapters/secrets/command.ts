import { rewrapDataKeys } from "../../core/index.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import { openConnectionStore } from "../storage/open.ts";
import { createSecretKey, readSecretKeys, secretsFile, writeSecretKeys } from "./key-file.ts";
import { explainLostKey, openMasterKeys } from "./master-keys.ts";

/** What the commands that open what is sealed need of the settings. */
export interface SecretStorageSettings {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** `SECRETS_KEY`. */
  readonly secretsKey?: string | undefined;
}

/** `npm run secrets -- show` and `rotate`: says which keys there are, and moves everything over to a new one; resolves with the process's exit code. */
export async function secretsCommand(
  args: readonly string[],
  { databaseUrl, dataFolder, secretsKey }: SecretStorageSettings,
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  let connections: ConnectionStore | undefined;
  try {
    const [verb, ...rest] = args;
    if (rest.length > 0 || (verb !== "show" && verb !== "rotate"))
      return refuse(
        "Say what to do with the key that everything secret is sealed with: show or rotate.",
      );
    const file = secretsFile(dataFolder);
    if (verb === "show") {
      const keys = secretsKey === undefined ? readSecretKeys(file) : undefined;
      if (secretsKey !== undefined) print("SECRETS_KEY gives the key; there is no file.");
      else if (!keys) print(`There is no key in ${dataFolder} yet: the first start makes one.`);
      else
        print(
          [
            `The key that everything secret is sealed with is in ${file}: keep a copy of it, for without it nobody can open what is sealed.`,
            ...keys.map(
              ({ made }, index) =>
                `  made ${made.slice(0, 16).replace("T", " ")} UTC: ${index === 0 ? "the one that is used" : "still opens what it has sealed"}`,
            ),
          ].join("\n"),
        );
      return 0;
    }
    // The new key is kept before anything rests on it, the old one until nothing does any more.
    const previousKeys = secretsKey === undefined ? (readSecretKeys(file) ?? []) : [];
    connections = await openConnectionStore({ url: databaseUrl, folder: dataFolder });
    if (
      secretsKey === undefined &&
      previousKeys.length === 0 &&
      (await connections.listDataKeys()).size > 0
    )
      return refuse(explainLostKey(file));
    const newKey = createSecretKey();
    if (secretsKey === undefined)
      writeSecretKeys(file, [newKey, ...previousKeys], { isNew: false });
    const keys = await openMasterKeys({ secretsKey, dataFolder }, connections);
    const rewrapped = await rewrapDataKeys({ store: connections, masterKeys: keys });
    // Once more, for what a running service has added meanwhile with the key that it knew.
    const rewrappedLate = await rewrapDataKeys({ store: connections, masterKeys: keys });
    if (secretsKey === undefined) {
      writeSecretKeys(file, [newKey, ...previousKeys.slice(0, 1)], { isNew: false });
      print(
        `${formatRewrapped(rewrapped + rewrappedLate)} The key before stays in ${file} until the next rotation, for what a running service may still seal with it.`,
      );
    } else
      print(
        `${formatRewrapped(rewrapped + rewrappedLate)} Take the older keys out of SECRETS_KEY once every process has been started anew.`,
      );
    return 0;
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await connections?.close();
  }

  function refuse(message: string): 1 {
    print(message);
    return 1;
  }
}

const formatRewrapped = (changed: number): string =>
  changed === 0
    ? "Nothing was sealed with an older key."
    : `${changed === 1 ? "One account’s key was" : `${changed} accounts’ keys were`} moved over; what they seal stays readable.`;
