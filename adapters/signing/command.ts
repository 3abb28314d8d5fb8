import type { Settings } from "../environment.ts";
import { type KeptKey, keyFile, readKeys } from "./key-file.ts";
import { rotate, timeOf } from "./rotate.ts";

/** `npm run signing-key -- show` and `rotate`: says what there is, and resolves with the process's exit code. */
export async function signingKeyCommand(
  words: readonly string[],
  { dataFolder }: Pick<Settings, "dataFolder">,
  say: (text: string) => void = console.log,
): Promise<0 | 1> {
  const now = Math.floor(Date.now() / 1000);
  try {
    if (words.length === 1 && words[0] === "show") {
      const keys = readKeys(keyFile(dataFolder));
      say(
        keys
          ? shown(keys, now)
          : `There is no signing key in ${dataFolder} yet: the first start makes one.`,
      );
      return 0;
    }
    if (words.length === 1 && words[0] === "rotate") {
      const keys = await rotate(dataFolder, now);
      if ("wrong" in keys) return refuse(keys.wrong);
      say(`${shown(keys, now)}\n\nA service that runs takes it over by itself within seconds.`);
      return 0;
    }
    return refuse("Say what to do with the signing keys: show or rotate.");
  } catch (error) {
    return refuse((error as Error).message);
  }

  function refuse(sentence: string): 1 {
    say(sentence);
    return 1;
  }
}

function shown(keys: readonly KeptKey[], now: number): string {
  const signs = keys.filter(({ from }) => from <= now).sort((a, b) => b.from - a.from)[0];
  return keys.map((key) => `${key.id}  ${standing(key, signs, now)}`).join("\n");
}

function standing(key: KeptKey, signs: KeptKey | undefined, now: number): string {
  if (key.until !== undefined && key.until <= now) return "is over";
  const goes = key.until === undefined ? "" : `; published until ${timeOf(key.until)}`;
  if (key.from > now) return `signs from ${timeOf(key.from)}${goes}`;
  return `${key === signs ? "signs" : "signs no more"}${goes}`;
}
