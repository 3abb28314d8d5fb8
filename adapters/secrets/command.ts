import { rewrapAll } from "../../core/index.ts";
import type { Connections } from "../../core/ports/connections.ts";
import { openConnections } from "../storage/open.ts";
import { newSecretKey, readSecretKeys, secretsFile, writeSecretKeys } from "./key-file.ts";
import { lostKey, masterKeys } from "./master-keys.ts";

/** What the commands that open what is sealed need of the settings. */
export interface SealedPlace {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** `SECRETS_KEY`. */
  readonly secretsKey?: string | undefined;
}

/** `npm run secrets -- show` and `rotate`: says which keys there are, and moves everything over to a new one; resolves with the process's exit code. */
export async function secretsCommand(
  words: readonly string[],
  { databaseUrl, dataFolder, secretsKey }: SealedPlace,
  say: (text: string) => void = console.log,
): Promise<0 | 1> {
  let connections: Connections | undefined;
  try {
    const [verb, ...rest] = words;
    if (rest.length > 0 || (verb !== "show" && verb !== "rotate"))
      return refuse(
        "Say what to do with the key that everything secret is sealed with: show or rotate.",
      );
    const file = secretsFile(dataFolder);
    if (verb === "show") {
      const keys = secretsKey === undefined ? readSecretKeys(file) : undefined;
      if (secretsKey !== undefined) say("SECRETS_KEY gives the key; there is no file.");
      else if (!keys) say(`There is no key in ${dataFolder} yet: the first start makes one.`);
      else
        say(
          [
            `The key that everything secret is sealed with is in ${file}: keep a copy of it, for without it nobody can open what is sealed.`,
            ...keys.map(
              ({ made }, at) =>
                `  made ${made.slice(0, 16).replace("T", " ")} UTC: ${at === 0 ? "the one that is used" : "still opens what it has sealed"}`,
            ),
          ].join("\n"),
        );
      return 0;
    }
    // The new key is kept before anything rests on it, the old one until nothing does any more.
    const before = secretsKey === undefined ? (readSecretKeys(file) ?? []) : [];
    connections = await openConnections({ url: databaseUrl, folder: dataFolder });
    if (secretsKey === undefined && before.length === 0 && (await connections.dataKeys()).size > 0)
      return refuse(lostKey(file));
    const next = newSecretKey();
    if (secretsKey === undefined) writeSecretKeys(file, [next, ...before], { isNew: false });
    const keys = await masterKeys({ secretsKey, dataFolder }, connections);
    const changed = await rewrapAll({ connections, masterKeys: keys });
    // Once more, for what a running service has added meanwhile with the key that it knew.
    const late = await rewrapAll({ connections, masterKeys: keys });
    if (secretsKey === undefined) {
      writeSecretKeys(file, [next, ...before.slice(0, 1)], { isNew: false });
      say(
        `${said(changed + late)} The key before stays in ${file} until the next rotation, for what a running service may still seal with it.`,
      );
    } else
      say(
        `${said(changed + late)} Take the older keys out of SECRETS_KEY once every process has been started anew.`,
      );
    return 0;
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await connections?.close();
  }

  function refuse(sentence: string): 1 {
    say(sentence);
    return 1;
  }
}

const said = (changed: number): string =>
  changed === 0
    ? "Nothing was sealed with an older key."
    : `${changed === 1 ? "One account’s key was" : `${changed} accounts’ keys were`} moved over; what they seal stays readable.`;
