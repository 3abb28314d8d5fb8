import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { base64url, fromBase64url } from "../../core/index.ts";

const FILE = z.object({ keys: z.array(z.object({ key: z.string().regex(/^[\w-]{43}$/), made: z.string() })).min(1).max(20) });

/** A key as it is kept: 256 bits in base64url. */
export type KeptKey = z.infer<typeof FILE>["keys"][number];

/** The file that the keys are in, where none is given in the environment. */
export const secretsFile = (folder: string): string => join(folder, "secrets-key.json");

/** The keys of a file, the newest first; nothing where there is no file. Throws an Error, without any of the file in it, where it can't be read or is something else. */
export function readSecretKeys(file: string): KeptKey[] | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    const { keys } = FILE.parse(JSON.parse(text));
    if (keys.some(({ key }) => fromBase64url(key)?.byteLength !== 32)) throw new Error("not 256 bits");
    return keys;
  } catch {
    throw new Error(`${file} holds no key: put a copy of it back. Without it, what is sealed in the database can't be opened.`);
  }
}

/** Writes keys, for this user alone and whole or not at all. `isNew`: only where there is no file yet; whether it was written. */
export function writeSecretKeys(file: string, keys: readonly KeptKey[], { isNew }: { readonly isNew: boolean }): boolean {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const draft = `${file}.${crypto.randomUUID()}`;
  try {
    const to = openSync(draft, "wx", 0o600);
    try {
      writeSync(to, `${JSON.stringify({ keys }, null, 2)}\n`);
      fsyncSync(to);
    } finally {
      closeSync(to);
    }
    if (isNew) linkSync(draft, file);
    else renameSync(draft, file);
    return true;
  } catch (error) {
    if (isNew && (error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A new key. */
export const newSecretKey = (): KeptKey => ({ key: base64url(crypto.getRandomValues(new Uint8Array(32))), made: new Date().toISOString() });
