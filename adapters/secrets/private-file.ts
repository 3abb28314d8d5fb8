import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { StartupError } from "../runtime/startup-error.ts";

/**
 * Reads a JSON file of keys. Returns undefined if there is no file. Throws a `StartupError` without
 * the contents of the file if the file can't be read or `parse` throws. `invalidMessage` is the rest of
 * the latter's message, after the path.
 */
export function readKeyFile<Key>(
  file: string,
  parse: (content: unknown) => Key[],
  invalidMessage: string,
): Key[] | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartupError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return parse(JSON.parse(text));
  } catch {
    throw new StartupError(`${file} ${invalidMessage}`);
  }
}

/** Writes a file of keys, as `writePrivateFile` does. */
export const writeKeyFile = (
  file: string,
  keys: readonly unknown[],
  options: { readonly isNew: boolean },
): boolean => writePrivateFile(file, { keys }, options);

/**
 * Writes a JSON file atomically, readable by this user only. With `isNew`, an existing file isn't
 * replaced. Returns whether the file was written.
 */
export function writePrivateFile(
  file: string,
  content: object,
  { isNew }: { readonly isNew: boolean },
): boolean {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const tempFile = `${file}.${crypto.randomUUID()}`;
  try {
    const handle = openSync(tempFile, "wx", 0o600);
    try {
      writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (isNew) linkSync(tempFile, file);
    else renameSync(tempFile, file);
    return true;
  } catch (error) {
    if (isNew && (error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(tempFile, { force: true });
  }
}
