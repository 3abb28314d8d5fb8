import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Merges a `.env` file into the environment, which takes precedence. Returns `error` if the file
 * can't be read.
 */
export function readEnvironment(
  file: string,
  environment: NodeJS.ProcessEnv,
): { environment: Record<string, string | undefined> } | { error: string } {
  try {
    return { environment: { ...parseEnv(readFileSync(file, "utf8")), ...environment } };
  } catch (error) {
    const { code } = error as { code?: string };
    return code === "ENOENT"
      ? { environment }
      : { error: `The file ${file} can't be read (${code}).` };
  }
}
