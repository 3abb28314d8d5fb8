import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Installs one package, as npm does, and counts its runs. */
const FAKE_NPM = `#!${process.execPath}
const { appendFileSync, mkdirSync, writeFileSync, readFileSync } = require("node:fs");
appendFileSync("npm-runs", process.argv[2] + "\\n");
if (process.argv[2] !== "ci") process.exit(0);
mkdirSync("node_modules/example", { recursive: true });
writeFileSync("node_modules/example/package.json", "{}");
writeFileSync("node_modules/example/data", Buffer.alloc(3_000_000));
const { packages: { "": root, ...packages } } = JSON.parse(readFileSync("package-lock.json", "utf8"));
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-setup-"));
  mkdirSync(join(folder, "adapters"));
  mkdirSync(join(folder, "bin"));
  cpSync(join(import.meta.dirname, "./setup.mjs"), join(folder, "adapters/setup.mjs"));
  writeFileSync(join(folder, "bin/npm"), FAKE_NPM);
  chmodSync(join(folder, "bin/npm"), 0o755);
  writeLock("1.0.0");
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (path: string) => join(folder, path);
const readMark = () => readFileSync(at("node_modules/.set-up"), "utf8");

function writeLock(version: string): void {
  writeFileSync(
    at("package-lock.json"),
    JSON.stringify({
      packages: {
        "": { name: "project" },
        "node_modules/example": { version, integrity: `sha512-${version}` },
        "node_modules/other-platform": { version: "1.0.0", optional: true, os: ["none"] },
      },
    }),
  );
}

/** Runs the set-up, and returns its output and the npm commands so far. */
function setUp(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [at("adapters/setup.mjs"), ...args],
    {
      encoding: "utf8",
      env: { ...process.env, PATH: `${at("bin")}${delimiter}${process.env["PATH"]}` },
    },
  );
  const runs = existsSync(at("npm-runs")) ? readFileSync(at("npm-runs"), "utf8").split("\n") : [];
  return { status, stdout, stderr, runs: runs.filter((run) => run === "ci").length };
}

test("set-up shows the installed packages, their size and the time", () => {
  const { status, stdout, stderr } = setUp();
  expect([status, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(/Installing packages\n {2}1 packages, 3 MB, \d+ s\n/);
});

test("set-up installs again when the content of the lock file changes, not its time", () => {
  expect(setUp().runs).toBe(1);
  expect(readMark()).toBe(
    createHash("sha256")
      .update(readFileSync(at("package-lock.json")))
      .digest("hex"),
  );
  const later = new Date(Date.now() + 60_000);
  utimesSync(at("package-lock.json"), later, later);
  expect(setUp().runs).toBe(1);
  writeLock("2.0.0");
  const earlier = new Date(Date.now() - 60_000);
  utimesSync(at("package-lock.json"), earlier, earlier);
  expect(setUp().runs).toBe(2);
});

test("set-up installs nothing if the mark is empty but npm has installed the packages", () => {
  setUp();
  writeFileSync(at("node_modules/.set-up"), "");
  expect(setUp().runs).toBe(1);
  expect(readMark()).toHaveLength(64);
  writeFileSync(at("node_modules/.set-up"), "");
  writeFileSync(at("node_modules/.package-lock.json"), '{ "packages": {} }');
  expect(setUp().runs).toBe(2);
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
