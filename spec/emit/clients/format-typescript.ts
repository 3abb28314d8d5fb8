import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import process from "node:process";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Sorts the imports of a module and formats it, as the project's own code is formatted. */
export const formatTypeScript = (code: string): string =>
  execFileSync(
    process.execPath,
    [
      join(ROOT, "node_modules/@biomejs/biome/bin/biome"),
      ...["check", "--write", "--linter-enabled=false", "--stdin-file-path=spec/client.ts"],
    ],
    { cwd: ROOT, input: code, encoding: "utf8" },
  );
