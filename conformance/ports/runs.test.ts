import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS, isInstalled } from "../../adapters/runtime/runtimes.ts";
import { startPostgres, whyNoPostgres } from "../rig/postgres.ts";
import { runsSuite } from "./runs.ts";

const KINDS = [
  {
    name: "sqlite",
    whyNot: undefined,
    place: async () => ({ place: "sqlite", remove: async () => {} }),
  },
  {
    name: "postgres",
    whyNot: whyNoPostgres(),
    place: async () => {
      const { url, drop } = await (await startPostgres()).database();
      return { place: url, remove: drop };
    },
  },
];
const RUNTIMES = Object.keys(COMMANDS).map((name) => ({
  name,
  whyNot: isInstalled(name) ? undefined : `not installed: no ${name} in node_modules/.bin or PATH`,
}));
const title = (what: string, ...reasons: (string | undefined)[]) =>
  [what, ...reasons.filter(Boolean).map((reason) => `(${reason})`)].join(" ");

for (const { name: kind, whyNot, place: make } of KINDS) {
  for (const runtime of RUNTIMES) {
    describe.skipIf(whyNot ?? runtime.whyNot)(
      title(`Runs in ${kind} on ${runtime.name}`, whyNot, runtime.whyNot),
      () => {
        let results: Map<string, { name: string; error?: string }>;
        let errors = "";
        beforeAll(async () => {
          const { place, remove } = await make();
          const said = await outputOf(runtime.name, place);
          errors = said.errors;
          results = new Map(
            said.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
          );
          await remove();
        }, 120_000);

        for (const { name } of runsSuite) {
          it(name, () => {
            expect(results.get(name), errors).toBeDefined();
            expect(results.get(name)?.error).toBeUndefined();
          });
        }
      },
    );
  }
}

async function outputOf(
  runtime: string,
  place: string,
): Promise<{ readonly lines: string[]; readonly errors: string }> {
  const [command, ...before] = COMMANDS[runtime]!;
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(command!, [...before, join(import.meta.dirname, "runs", "run.ts"), place], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let errors = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece));
  child.stderr.on("data", (piece: Buffer) => (errors += piece));
  await once(child, "close");
  return { lines: said.split("\n").filter(Boolean), errors };
}
