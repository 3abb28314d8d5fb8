/**
 * The entry point of `npm run start:deno`, which runs on Node. It starts Deno with the permissions
 * that the settings need: a service reads only the program, its pages and its data, writes only its
 * data, and starts no processes. Commands may read and write the files that they name.
 */
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { DEFAULT_CATALOG_FOLDER } from "../catalog/default-folder.ts";
import type { Environment } from "../config/table.ts";
import { loadVariables } from "./commands.ts";
import { formatError } from "./format-error.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the permissions of a service with these settings, as flags of `deno run`. */
export function createDenoPermissions(variables: Environment): string[] {
  const dataFolder = resolve(variables["DATA_DIR"] || "data");
  const catalog = resolve(variables["CATALOG_DIR"] || DEFAULT_CATALOG_FOLDER);
  const compileCache = join(ROOT, "node_modules/.cache");
  const written = [dataFolder, catalog, compileCache];
  const read = [ROOT, resolve(".env"), ...written, ...listSettingFiles(variables)];
  return [
    "--allow-net",
    "--allow-env",
    `--allow-read=${listPaths(read)}`,
    `--allow-write=${listPaths(written)}`,
    "--no-prompt",
  ];
}

/** Returns the files and folders that settings name. */
function listSettingFiles(variables: Environment): string[] {
  const files = [variables["SITE_CONTENT"], variables["SITE_PRODUCTS"]].filter(
    (text): text is string => Boolean(text) && !/^https?:/i.test(text ?? ""),
  );
  const database = URL.parse(variables["DATABASE_URL"] ?? "");
  for (const name of ["sslrootcert", "sslcert", "sslkey"])
    files.push(...(database?.searchParams.getAll(name) ?? []));
  return files.map((file) => resolve(file));
}

/** Adds where links lead. Deno splits the list at commas, and reads two as one. */
const listPaths = (paths: readonly string[]): string =>
  [...new Set(paths.flatMap((path) => [path, resolveLinks(path)]))]
    .map((path) => path.replaceAll(",", ",,"))
    .join(",");

/** Resolves the links of a path whose end may not exist yet. */
function resolveLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(resolveLinks(parent), path.slice(parent.length));
}

function start(args: readonly string[]): void {
  const permissions =
    args.length > 0
      ? ["--allow-net", "--allow-env", "--allow-read", "--allow-write"]
      : createDenoPermissions(loadVariables(process.env));
  const flags = ["--node-modules-dir=manual", "--unstable-no-legacy-abort"];
  const child = spawn(
    "deno",
    ["run", ...permissions, ...flags, join(ROOT, "adapters/start.ts"), ...args],
    { stdio: "inherit" },
  );
  // A terminal sends SIGINT to both processes.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(formatError(error));
    process.exitCode = 1;
  });
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  try {
    start(process.argv.slice(2));
  } catch (error) {
    console.error(formatError(error));
    process.exitCode = 1;
  }
}
