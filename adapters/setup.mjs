// Plain JavaScript for Node 18 and later, because it runs before anything is installed. Installs
// the packages and runtimes that a command needs, and again when package-lock.json changes. Then
// runs the program that the arguments name, so that npm scripts need only one command: a shell
// would remember where the old `node` was before the set-up installed one.
//
//   node adapters/setup.mjs [--all | --bench | --bun | --deno] [program and its arguments]
//
// Without a flag, it installs what the server imports. --all installs what development needs,
// --bench also the packages of the benchmarks, and --bun and --deno that runtime.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installGroups, installUnlisted } from "./setup/install.mjs";
import { chooseGroups, MIN_NODE_VERSION } from "./setup/plan.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BENCH = join(ROOT, "conformance/bench");
// Deno isn't in package-lock.json because the registry lacks some of its packages for other
// platforms, so `npm ci` would fail.
const DENO_VERSION = "2.9.6";

const args = process.argv.slice(2);
const programAt = args.findIndex((arg) => !arg.startsWith("--"));
const flags = programAt === -1 ? args : args.slice(0, programAt);
const program = programAt === -1 ? undefined : args[programAt];

await setUp();
if (program !== undefined) await run(join(ROOT, program), args.slice(programAt + 1));

async function setUp() {
  const groups = chooseGroups(flags);
  const change = await installGroups(ROOT, groups);
  // Without --deno, Deno is tried once after each change of the packages, also if npm itself deleted
  // it with `npm ci`, so that its absence doesn't cost time at each run.
  if (flags.includes("--deno") || (change && groups.includes("all"))) {
    const hasDeno = await installUnlisted(ROOT, "Installing Deno", "deno", DENO_VERSION);
    if (!hasDeno)
      process.stderr.write(
        "Deno could not be installed, so npm run start:deno and the tests on Deno won't work.\n",
      );
  }
  if (flags.includes("--bench") && existsSync(join(BENCH, "package-lock.json")))
    await installGroups(BENCH, ["all"]);
  if (change === "installed") process.stderr.write("Setup complete.\n\n");
}

/** Runs a program in this process or, if this Node is too old, on the one that npm installed. */
async function run(file, programArgs) {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_VERSION) {
    process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...programArgs);
    await import(pathToFileURL(file).href);
    return;
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  const child = spawn(join(ROOT, `node_modules/node/bin/node${suffix}`), [file, ...programArgs], {
    stdio: "inherit",
  });
  // A terminal sends SIGINT to both processes.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
