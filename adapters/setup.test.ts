import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bundle, PROGRAM_ENTRIES } from "./package/program-files.ts";
import { chooseGroups } from "./setup/plan.mjs";

/** Installs the packages of the lock file, as npm does, and counts its runs. */
const FAKE_NPM = `#!${process.execPath}
const { appendFileSync, mkdirSync, writeFileSync, readFileSync } = require("node:fs");
appendFileSync(process.env.RUNS, process.argv[2] + "\\n");
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
if (process.argv[2] !== "ci") process.exit(1);
const { packages: { "": root, ...packages } } = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const [path, { version, optional }] of Object.entries(packages)) {
  if (optional) {
    delete packages[path];
    continue;
  }
  mkdirSync(path, { recursive: true });
  writeFileSync(path + "/package.json", JSON.stringify({ version }));
  if (process.env.HANG) sleep(60_000);
  if (path === "node_modules/example") writeFileSync(path + "/data", Buffer.alloc(3_000_000));
}
mkdirSync("node_modules/.bin");
writeFileSync("node_modules/.bin/program", "");
sleep(Number(process.env.NPM_MS ?? 0));
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-setup-"));
  mkdirSync(join(folder, "adapters"));
  mkdirSync(join(folder, "bin"));
  cpSync(join(import.meta.dirname, "setup.mjs"), join(folder, "adapters/setup.mjs"));
  cpSync(join(import.meta.dirname, "setup"), join(folder, "adapters/setup"), { recursive: true });
  writeFileSync(at("adapters/setup/server-packages.json"), '["example"]');
  writeFileSync(join(folder, "bin/npm"), FAKE_NPM);
  chmodSync(join(folder, "bin/npm"), 0o755);
  writeLock("1.0.0");
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (path: string) => join(folder, path);

function writeLock(version: string): void {
  const names = ["example", "tool", "node", "bun", "other-platform"];
  const devDependencies = Object.fromEntries(names.map((name) => [name, version]));
  const entry = { version, integrity: `sha512-${version}` };
  writeFileSync(at("package.json"), JSON.stringify({ name: "project", devDependencies }));
  writeFileSync(
    at("package-lock.json"),
    JSON.stringify({
      packages: {
        "": { name: "project", devDependencies },
        "node_modules/example": { ...entry, dependencies: { part: version } },
        "node_modules/example/node_modules/part": entry,
        "node_modules/part": { version: "9.0.0" },
        "node_modules/tool": entry,
        "node_modules/node": entry,
        "node_modules/bun": entry,
        "node_modules/other-platform": { version: "1.0.0", optional: true, os: ["none"] },
      },
    }),
  );
}

const environment = () => ({
  ...process.env,
  PATH: `${at("bin")}${delimiter}${process.env["PATH"]}`,
  RUNS: at("npm-runs"),
});

function countRuns(command = "ci"): number {
  const runs = existsSync(at("npm-runs")) ? readFileSync(at("npm-runs"), "utf8").split("\n") : [];
  return runs.filter((run) => run === command).length;
}

/** Runs the set-up, and returns its output and the number of runs of `npm ci` so far. */
function setUp(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [at("adapters/setup.mjs"), ...args],
    { encoding: "utf8", env: environment() },
  );
  return { status, stdout, stderr, runs: countRuns() };
}

/** Starts the set-up with variables that change the fake npm. Returns the process. */
const startSetUp = (variables: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, [at("adapters/setup.mjs"), ...args], {
    env: { ...environment(), ...variables },
    stdio: "ignore",
    // In a new process group, so that the test also ends npm.
    detached: true,
  });

const listModules = () =>
  readdirSync(at("node_modules"))
    .filter((name) => !name.startsWith("."))
    .sort();

test("set-up shows the installed packages, their size and the time", () => {
  const { status, stdout, stderr } = setUp();
  expect([status, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(/Installing packages\n {2}2 packages, 3 MB, \d+ s\n/);
});

test("a server gets its packages and no others, where Node resolves them", () => {
  setUp();
  expect(listModules()).toEqual(["example"]);
  expect(existsSync(at("node_modules/example/node_modules/part/package.json"))).toBe(true);
  expect(existsSync(at("node_modules/.bin/program"))).toBe(true);
  setUp("--bun");
  expect(listModules()).toEqual(["bun", "example"]);
});

test.for([
  [[], "24.0.0", ["server"]],
  [[], "18.19.0", ["server", "node"]],
  [["--deno"], "20.1.0", ["server", "node"]],
  [["--bun"], "20.1.0", ["server", "bun"]],
  [["--all"], "26.0.0", ["all"]],
  [["--bench"], "20.1.0", ["all"]],
] as const)("the flags %j on Node %s install %j", ([flags, version, groups]) => {
  expect(chooseGroups(flags, version)).toEqual(groups);
});

test("the full set-up only adds to what a running server uses", () => {
  setUp();
  const server = lstatSync(at("node_modules/example/package.json")).ino;
  expect(setUp("--all").runs).toBe(2);
  expect(listModules()).toEqual(["bun", "example", "node", "part", "tool"]);
  expect(lstatSync(at("node_modules/example/package.json")).ino).toBe(server);
  expect(setUp().runs).toBe(2);
});

test("the full set-up tries Deno once, and again after npm has deleted it with all packages", () => {
  setUp("--all");
  setUp("--all");
  expect([countRuns("ci"), countRuns("install")]).toEqual([1, 1]);
  // npm installs all packages of the lock file, and removes everything else.
  rmSync(at("node_modules/.set-up"));
  setUp("--all");
  setUp("--all");
  expect([countRuns("ci"), countRuns("install")]).toEqual([1, 2]);
});

test("set-up installs again when the content of the lock file changes, not its time", () => {
  setUp("--all");
  const later = new Date(Date.now() + 60_000);
  utimesSync(at("package-lock.json"), later, later);
  expect(setUp().runs).toBe(1);
  writeLock("2.0.0");
  const earlier = new Date(Date.now() - 60_000);
  utimesSync(at("package-lock.json"), earlier, earlier);
  expect(setUp().runs).toBe(2);
  // The packages that an earlier command needed are updated, too.
  expect(readFileSync(at("node_modules/tool/package.json"), "utf8")).toContain("2.0.0");
});

test("set-up accepts what npm itself has installed, and repairs what is missing", () => {
  setUp("--all");
  rmSync(at("node_modules/.set-up"));
  expect(setUp("--all").runs).toBe(1);
  rmSync(at("node_modules/tool"), { recursive: true });
  expect(setUp("--all").runs).toBe(2);
  rmSync(at("node_modules/.set-up"));
  writeFileSync(at("node_modules/.package-lock.json"), "{ half");
  rmSync(at("node_modules/example/data"));
  expect(setUp("--all").runs).toBe(3);
  expect(existsSync(at("node_modules/example/data"))).toBe(true);
});

test("a set-up that was ended while npm wrote is completed by the next one", async () => {
  const killed = startSetUp({ HANG: "1" });
  await vi.waitFor(() => expect(countRuns()).toBe(1), 10_000);
  process.kill(-killed.pid!, "SIGKILL");
  await once(killed, "close");
  expect(listModules()).toEqual([]);
  expect(setUp()).toMatchObject({ status: 0, runs: 2 });
  expect(existsSync(at("node_modules/example/data"))).toBe(true);
  expect(readdirSync(at("node_modules")).filter((name) => /lock$|stage/.test(name))).toEqual([]);
});

test("of two set-ups at once, the second waits and then has nothing to do", async () => {
  const both = [startSetUp({ NPM_MS: "500" }), startSetUp({ NPM_MS: "500" })];
  const codes = await Promise.all(both.map(async (child) => (await once(child, "close"))[0]));
  expect([codes, countRuns()]).toEqual([[0, 0], 1]);
});

test("set-up runs the program with its arguments, as an entry point", () => {
  writeFileSync(
    at("program.mjs"),
    "console.log(process.argv[1].endsWith('program.mjs'), process.argv.slice(2)); process.exitCode = 3;",
  );
  expect(setUp("program.mjs", "create", "--name=x")).toMatchObject({
    status: 3,
    stdout: "true [ 'create', '--name=x' ]\n",
  });
});

test("every npm script that needs the packages runs the set-up once, without a script before it", () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
  ) as { scripts: Record<string, string> };
  expect(Object.keys(scripts).filter((name) => /^pre(?!pack$)/.test(name))).toEqual([]);
  for (const name of ["start", "start:bun", "start:deno", "keys", "doctor", "test"])
    expect(scripts[name]).toMatch(/^node adapters\/setup\.mjs /);
});

test("npm start prints its preamble once", () => {
  const output = execFileSync("npm", ["start", "--", "--version"], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  expect(output.match(/^> jackfield@/gm)).toHaveLength(1);
});

test("the list of the server's packages is what its bundle contains", async () => {
  const root = join(import.meta.dirname, "..");
  const listed = JSON.parse(
    readFileSync(join(import.meta.dirname, "setup/server-packages.json"), "utf8"),
  ) as string[];
  const dist = mkdtempSync(join(tmpdir(), "jackfield-bundle-"));
  const imported = new Set<string>();
  try {
    await bundle({ root, dist, entries: PROGRAM_ENTRIES, external: [], onImport: record });
  } finally {
    rmSync(dist, { recursive: true });
  }
  expect(listed).toEqual([...imported].sort());

  function record(id: string, importer: string): void {
    const name = /^(?:@[^/]+\/)?[^./:][^/:]*(?=\/|$)/.exec(id)?.[0];
    const isOwn = name && !importer.includes("node_modules") && !isBuiltin(id);
    // rolldown adds its helpers.
    if (isOwn && name !== "@oxc-project/runtime") imported.add(name);
  }
});
