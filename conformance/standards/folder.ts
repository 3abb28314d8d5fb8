import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env["STANDARDS_DIR"];

/** Why the official schemas aren't available, if so. */
export const missingReason = (): string | undefined => {
  if (!folder)
    return "STANDARDS_DIR is not set: it is a folder with the official schemas of UCP and ACP";
  return existsSync(folder) ? undefined : `STANDARDS_DIR is ${folder}, which is not there`;
};

/** Reads the JSON files of a standard whose paths match a pattern. Returns them by path. */
export function readJsonFiles(standard: string, pattern: string): Record<string, any> {
  const within = join(folder ?? "", standard);
  return Object.fromEntries(
    globSync(pattern, { cwd: within })
      .sort()
      .map((path) => [path, JSON.parse(readFileSync(join(within, path), "utf8"))]),
  );
}
