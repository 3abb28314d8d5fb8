import type { Settings } from "../environment.ts";
import { readSigningKeys, type StoredSigningKey, signingKeysFile } from "./key-file.ts";
import { formatTime, rotateSigningKeys } from "./rotate.ts";

/** `npm run signing-key -- show` and `rotate`: says what there is, and resolves with the process's exit code. */
export async function signingKeyCommand(
  args: readonly string[],
  { dataFolder }: Pick<Settings, "dataFolder">,
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  const now = Math.floor(Date.now() / 1000);
  try {
    if (args.length === 1 && args[0] === "show") {
      const keys = readSigningKeys(signingKeysFile(dataFolder));
      print(
        keys
          ? formatKeys(keys, now)
          : `There is no signing key in ${dataFolder} yet: the first start makes one.`,
      );
      return 0;
    }
    if (args.length === 1 && args[0] === "rotate") {
      const keys = await rotateSigningKeys(dataFolder, now);
      if ("wrong" in keys) return refuse(keys.wrong);
      print(
        `${formatKeys(keys, now)}\n\nA service that runs takes it over by itself within seconds.`,
      );
      return 0;
    }
    return refuse("Say what to do with the signing keys: show or rotate.");
  } catch (error) {
    return refuse((error as Error).message);
  }

  function refuse(message: string): 1 {
    print(message);
    return 1;
  }
}

function formatKeys(keys: readonly StoredSigningKey[], now: number): string {
  const signingKey = keys.filter(({ from }) => from <= now).sort((a, b) => b.from - a.from)[0];
  return keys.map((key) => `${key.id}  ${formatStatus(key, signingKey, now)}`).join("\n");
}

function formatStatus(
  key: StoredSigningKey,
  signingKey: StoredSigningKey | undefined,
  now: number,
): string {
  if (key.until !== undefined && key.until <= now) return "is over";
  const publishedText = key.until === undefined ? "" : `; published until ${formatTime(key.until)}`;
  if (key.from > now) return `signs from ${formatTime(key.from)}${publishedText}`;
  return `${key === signingKey ? "signs" : "signs no more"}${publishedText}`;
}
