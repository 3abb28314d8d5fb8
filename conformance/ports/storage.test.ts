import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS, isInstalled } from "../../adapters/runtime/runtimes.ts";
import { startPostgres, whyNoPostgres } from "../rig/postgres.ts";
import { storageSuite } from "./storage.ts";
import { begun } from "./storage/check.ts";
import { openPlace } from "./storage/open-place.ts";

/** Makes a place for one test: a folder, or the address of a database. */
interface Kind {
  readonly name: string;
  readonly whyNot?: string | undefined;
  place(): Promise<{ readonly place: string; remove(): Promise<void> }>;
}

const KINDS: readonly Kind[] = [
  {
    name: "sqlite",
    async place() {
      const place = mkdtempSync(join(tmpdir(), "jackfield-"));
      return { place, remove: async () => rmSync(place, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    whyNot: whyNoPostgres(),
    async place() {
      const { url, drop } = await (await startPostgres()).database();
      return { place: url, remove: drop };
    },
  },
];

const RUNTIMES = Object.keys(COMMANDS).map((name) => ({ name, whyNot: isInstalled(name) ? undefined : `not installed: no ${name} in node_modules/.bin or PATH` }));
const title = (what: string, ...reasons: (string | undefined)[]) => [what, ...reasons.filter(Boolean).map((reason) => `(${reason})`)].join(" ");

describe.each(KINDS)("Storage in $name", ({ name: kind, whyNot, place: make }) => {
  let place: string;
  let remove = async () => {};
  beforeAll(async () => {
    if (!whyNot) ({ place, remove } = await make());
  });
  afterAll(() => remove());

  for (const runtime of RUNTIMES) {
    describe.skipIf(whyNot ?? runtime.whyNot)(title(`${kind} on ${runtime.name}`, whyNot, runtime.whyNot), () => {
      let run: Ended;
      let results: Map<string, { name: string; error?: string }>;
      beforeAll(async () => {
        run = await ended(runtime.name, "run.ts", place);
        results = new Map(run.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]));
      }, 120_000);

      for (const { name } of storageSuite) {
        it(name, () => {
          expect(results.get(name), run.errors).toBeDefined();
          expect(results.get(name)?.error).toBeUndefined();
        });
      }

      it("says nothing on its own and holds the process no longer than the work does", () => {
        expect([run.code, run.errors]).toEqual([0, ""]);
        expect(run.waitedMs).toBeLessThan(3_000);
      });

      it("keeps what was done, and nothing of what a crash has cut off", async () => {
        const { place, remove } = await make();
        const crashed = await ended(runtime.name, "crash.ts", place);
        expect(crashed).toMatchObject({ signal: "SIGKILL", errors: "" });
        const { sql, storage } = await openPlace(place);
        expect(await sql.query("select id, keep from notices")).toEqual([{ id: "whole", keep: 1 }]);
        await storage.close();
        await remove();
      });
    });
  }

  it.skipIf(whyNot)(title("is one for several processes, whatever they run on", whyNot), async () => {
    const { place, remove } = await make();
    const runtimes = RUNTIMES.filter(({ whyNot }) => !whyNot).map(({ name }) => name);
    const runs = await Promise.all([...runtimes, "node"].map((runtime) => ended(runtime, "worker.ts", place, "100", "25")));
    for (const { code, errors } of runs) expect([code, errors]).toEqual([0, ""]);
    const claimed = runs.flatMap(({ lines }) => JSON.parse(lines[0]!) as string[]);
    expect(claimed.toSorted()).toEqual(Array.from({ length: 100 }, (_, each) => `key_${each}`).toSorted());
    const { storage } = await openPlace(place);
    expect(await storage.checkout(begun.id)).toEqual({ ...begun, version: 1 + 25 * runs.length, opened: 1 + 25 * runs.length });
    await storage.close();
    await remove();
  });
});

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lines: string[];
  readonly errors: string;
  /** From the last line to the end. */
  readonly waitedMs: number;
}

async function ended(runtime: string, program: string, ...words: string[]): Promise<Ended> {
  const [command, ...before] = COMMANDS[runtime]!;
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(command!, [...before, join(import.meta.dirname, "storage", program), ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let errors = "";
  let last = performance.now();
  child.stdout.on("data", (piece: Buffer) => ((said += piece), (last = performance.now())));
  child.stderr.on("data", (piece: Buffer) => (errors += piece));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, lines: said.split("\n").filter(Boolean), errors, waitedMs: performance.now() - last };
}
