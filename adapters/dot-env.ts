import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** What a `.env` file in this folder says, under what the environment itself says. */
export function environmentWithFile(file: string, environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  if (!existsSync(file)) return environment;
  return { ...parseEnv(readFileSync(file, "utf8")), ...environment };
}
