import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const CACHE = join(import.meta.dirname, "../node_modules/.cache");

/**
 * Returns the folder of an npm package that is too large for the lock file. The first call downloads
 * it, with the optional packages `others`. Returns undefined if that is impossible.
 */
export function installOnDemand(
  name: string,
  version: string,
  others: readonly string[] = [],
): string | undefined {
  const cache = join(CACHE, `${name.replaceAll("/", "-")}-${version}`);
  const folder = join(cache, "node_modules", name);
  if (!existsSync(folder)) installPackages(cache, [`${name}@${version}`, ...others], 120_000);
  return existsSync(folder) ? folder : undefined;
}

/** Installs packages, each `name@version`, in a folder. The timeout is in milliseconds. */
export function installPackages(
  folder: string,
  packages: readonly string[],
  timeout: number,
): boolean {
  const { status } = spawnSync(
    "npm",
    [
      ...["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund"],
      ...["--ignore-scripts", ...packages],
    ],
    { timeout, stdio: "ignore" },
  );
  return status === 0;
}
