import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/**
 * Downloads a package (`name@version`) into an empty folder with npm and its settings. Resolves
 * with the tarball's path.
 */
export async function npmPack(
  packageSpec: string,
  folder: string,
  { registry, timeoutMs }: { readonly registry?: string | undefined; readonly timeoutMs: number },
): Promise<string> {
  await execFileAsync(
    "npm",
    [
      "pack",
      packageSpec,
      "--ignore-scripts",
      "--fetch-retries=0",
      ...(registry === undefined ? [] : [`--registry=${registry}`]),
    ],
    { cwd: folder, timeout: timeoutMs, shell: process.platform === "win32" },
  );
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error("npm pack wrote no file.");
  return join(folder, file);
}
