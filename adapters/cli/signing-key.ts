import type { SharedSettings } from "../config/settings.ts";
import { readSigningKeys, type StoredSigningKey, signingKeysFile } from "../signing/key-file.ts";
import { formatTime, rotateSigningKeys } from "../signing/rotate.ts";

/** Runs `npm run signing-key -- show` or `rotate`. Resolves with the exit code. */
export async function signingKeyCommand(
  args: readonly string[],
  { dataFolder }: Pick<SharedSettings, "dataFolder">,
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  const now = Math.floor(Date.now() / 1000);
  try {
    if (args.length === 1 && args[0] === "show") {
      const keys = readSigningKeys(signingKeysFile(dataFolder));
      print(
        keys
          ? formatKeys(keys, now)
          : `${dataFolder} has no signing key yet. The first start creates it.`,
      );
      return 0;
    }
    if (args.length === 1 && args[0] === "rotate") {
      const keys = await rotateSigningKeys(dataFolder, now);
      if ("error" in keys) return fail(keys.error);
      print(`${formatKeys(keys, now)}\n\nRunning processes notice the new key within seconds.`);
      return 0;
    }
    return fail("Pass one argument: show or rotate.");
  } catch (error) {
    return fail((error as Error).message);
  }

  function fail(message: string): 1 {
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
  if (key.until !== undefined && key.until <= now) return "expired";
  const publishedText = key.until === undefined ? "" : `; published until ${formatTime(key.until)}`;
  if (key.from > now) return `signs from ${formatTime(key.from)}${publishedText}`;
  return `${key === signingKey ? "signs" : "no longer signs"}${publishedText}`;
}
