/** `npm test`: checks format, lint rules and types, then runs the tests of a tier. */
import { spawn } from "node:child_process";
import process from "node:process";
import { TIERS, type Tier } from "./tiers.ts";

const HELP = `Runs the tests.

Usage: npm test -- [--quick | --ci | --all | --faults] [test files and options of vitest]

  --quick  types, lint rules, unit tests, and the conformance suite on the core. Two minutes
           (default: also Node, Bun and Deno. Under eight minutes)
  --ci     also the app catalog, the npm package, and programs of others. What .ci/run runs
  --all    also long fuzzing, crashes and load
  --faults only crashes and lost connections, all of them or those in a file: --faults triggers
`;

const args = process.argv.slice(2);
const FAULTS_FLAG = "--faults";
const isTierFlag = (arg: string) =>
  arg === FAULTS_FLAG || TIERS.some((tier) => arg === `--${tier}`);
const flags = args.filter(isTierFlag);
if (args.includes("--help")) {
  console.log(HELP);
} else if (flags.length > 1) {
  console.error(`${flags.join(" and ")} are mutually exclusive.`);
  process.exitCode = 1;
} else {
  const others = args.filter((arg) => !isTierFlag(arg));
  process.exitCode =
    flags[0] === FAULTS_FLAG
      ? await runTests("all", inFolder("conformance/faults", others))
      : await runTests(
          (flags[0]?.slice(2) ?? process.env["TEST_TIER"] ?? "standard") as Tier,
          others,
        );
}

/** Limits the tests to a folder. Names of files are relative to it. */
function inFolder(folder: string, vitestArgs: readonly string[]): readonly string[] {
  const files = vitestArgs.filter((arg) => !arg.startsWith("-"));
  const options = vitestArgs.filter((arg) => arg.startsWith("-"));
  return [...(files.length > 0 ? files.map((file) => `${folder}/${file}`) : [folder]), ...options];
}

async function runTests(tier: Tier, vitestArgs: readonly string[]): Promise<number> {
  const checked = await run("npm", ["run", "--silent", "check"]);
  if (checked !== 0) return checked;
  return run("vitest", ["run", "--config", "conformance/vitest.config.ts", ...vitestArgs], {
    TEST_TIER: tier,
  });
}

/** Runs a program with this terminal. Resolves with its exit code. */
function run(command: string, commandArgs: readonly string[], environment = {}): Promise<number> {
  const child = spawn(command, commandArgs, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
