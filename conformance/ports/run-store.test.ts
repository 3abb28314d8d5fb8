import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isInstalled, RUNTIME_COMMANDS } from "../../adapters/runtime/runtimes.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { runStoreSuite } from "./run-store.ts";

const KINDS = [
  {
    name: "sqlite",
    skipReason: undefined,
    place: async () => ({ place: "sqlite", remove: async () => {} }),
  },
  {
    name: "postgres",
    skipReason: postgresSkipReason(),
    place: async () => {
      const { url, drop } = await (await startPostgres()).database();
      return { place: url, remove: drop };
    },
  },
];
const RUNTIMES = Object.keys(RUNTIME_COMMANDS).map((name) => ({
  name,
  skipReason: isInstalled(name)
    ? undefined
    : `not installed: no ${name} in node_modules/.bin or PATH`,
}));
const formatTitle = (what: string, ...reasons: (string | undefined)[]) =>
  [what, ...reasons.filter(Boolean).map((reason) => `(${reason})`)].join(" ");

for (const { name: kind, skipReason, place: make } of KINDS) {
  for (const runtime of RUNTIMES) {
    describe.skipIf(skipReason ?? runtime.skipReason)(
      formatTitle(`Runs in ${kind} on ${runtime.name}`, skipReason, runtime.skipReason),
      () => {
        let results: Map<string, { name: string; error?: string }>;
        let errors = "";
        beforeAll(async () => {
          const { place, remove } = await make();
          const output = await runForOutput(runtime.name, place);
          errors = output.errors;
          results = new Map(
            output.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
          );
          await remove();
        }, 120_000);

        for (const { name } of runStoreSuite) {
          it(name, () => {
            expect(results.get(name), errors).toBeDefined();
            expect(results.get(name)?.error).toBeUndefined();
          });
        }
      },
    );
  }
}

async function runForOutput(
  runtime: string,
  location: string,
): Promise<{ readonly lines: string[]; readonly errors: string }> {
  const [command, ...before] = RUNTIME_COMMANDS[runtime]!;
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(
    command!,
    [...before, join(import.meta.dirname, "run-store", "run.ts"), location],
    {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  let errors = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece));
  child.stderr.on("data", (piece: Buffer) => (errors += piece));
  await once(child, "close");
  return { lines: output.split("\n").filter(Boolean), errors };
}
