import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** Old versions of Node.js that the JavaScript client supports. */
export const OLD_NODE_VERSIONS = ["18.20.8", "20.20.2"] as const;

const CACHE = join(import.meta.dirname, "../../node_modules/.cache");
const found = new Map<string, string | undefined>();

/**
 * Returns the executable of a version of Node.js. The first call downloads it from npm. Returns
 * undefined if that is impossible.
 */
export function findOldNode(version: string): string | undefined {
  if (!found.has(version)) found.set(version, installNode(version));
  return found.get(version);
}

function installNode(version: string): string | undefined {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(CACHE, `node-${version}`);
  const executable = join(folder, "node_modules", name, "bin/node");
  if (!existsSync(executable))
    spawnSync(
      "npm",
      ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`],
      { timeout: 120_000, stdio: "ignore" },
    );
  return existsSync(executable) ? executable : undefined;
}
