import { join } from "node:path";
import process from "node:process";
import { installOnDemand } from "../install-on-demand.ts";

/** Old versions of Node.js that the JavaScript client supports. */
export const OLD_NODE_VERSIONS = ["18.20.8", "20.20.2"] as const;

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
  const folder = installOnDemand(`node-${platform}-${process.arch}`, version);
  return folder && join(folder, "bin/node");
}
