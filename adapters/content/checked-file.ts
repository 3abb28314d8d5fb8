import { type BigIntStats, fstatSync } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { Problem } from "../../core/site.ts";
import { identityOf, type PathCheck } from "./protected-paths.ts";

/** A file or folder of the content folder that may be read. */
export interface CheckedFile {
  /** Without symbolic links. */
  readonly file: string;
  readonly stats: BigIntStats;
}

/**
 * Finds the file or folder at a path. Resolves to `undefined` if it doesn't exist, its real path
 * lies outside `root`, or it is protected.
 */
export async function checkFile(
  root: string,
  path: string,
  check: PathCheck,
): Promise<CheckedFile | undefined> {
  try {
    const file = await realpath(path);
    if (file !== root && !file.startsWith(root + sep)) return undefined;
    const stats = await stat(file, { bigint: true });
    return check.isProtected(root, file, stats) ? undefined : { file, stats };
  } catch {
    return undefined;
  }
}

/**
 * Opens a file. Rejects with the `Problem` "unavailable" if another file has taken its place since
 * it was checked.
 */
export async function openChecked({ file, stats }: CheckedFile): Promise<FileHandle> {
  const handle = await open(file);
  try {
    if (identityOf(fstatSync(handle.fd, { bigint: true })) === identityOf(stats)) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw new Problem("unavailable", "The file changed while it was being read.", {
    hint: "Try again.",
  });
}
