import type { SharedSettings } from "../config/settings.ts";
import { readSigningKeys, type StoredSigningKey, signingKeysFile } from "../signing/key-file.ts";
import { formatTime, rotateSigningKeys } from "../signing/rotate.ts";
import { type CommandTable, parseArguments, runCommand } from "./command.ts";

interface SigningKeyContext {
  readonly folder: string;
  print(text: string): void;
}

/** Runs `signing-key show` or `rotate`. Resolves with the exit code. */
export const signingKeyCommand = (
  args: readonly string[],
  { dataFolder }: Pick<SharedSettings, "dataFolder">,
  print: (text: string) => void = console.log,
): Promise<0 | 1> =>
  runCommand(SIGNING_KEY, args, { folder: dataFolder, print }, { print, info: print });

const SIGNING_KEY: CommandTable<SigningKeyContext> = {
  name: "signing-key",
  commands: {
    async show(args, { folder, print }) {
      parseArguments(args, {});
      const keys = readSigningKeys(signingKeysFile(folder));
      if (keys) print(formatKeys(keys, nowSeconds()));
      else print(`${folder} has no signing key yet. The first start creates it.`);
    },
    async rotate(args, { folder, print }) {
      parseArguments(args, {});
      const now = nowSeconds();
      const keys = await rotateSigningKeys(folder, now);
      if ("error" in keys) throw new Error(keys.error);
      print(`${formatKeys(keys, now)}\n\nRunning processes notice the new key within seconds.`);
    },
  },
  help: [
    { usage: "show", description: "List the keys that sign requests to third parties." },
    {
      usage: "rotate",
      description:
        "Create a new key. The previous one stays published until its signatures expire.",
    },
  ],
};

const nowSeconds = () => Math.floor(Date.now() / 1000);

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
