import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readExamples } from "./readme-examples.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const PACKAGE = join(ROOT, "generated/clients/python/jackfield");

/** Code that a type checker must refuse, with a part of its line. */
const MISTAKES: Readonly<Record<string, string>> = {
  "a missing argument": "client.tools.find()",
  "a wrong argument": "client.tools.find(5)",
  "a misspelt option": 'client.tools.find("x", limt=5)',
  "an option as a positional argument": 'client.tools.find("x", 5)',
  "a field that doesn't exist": 'print(client.apps.get("x")["nmae"])',
  "a wrong word": 'client.runs.list(status="lost")',
  "a call without await": 'async_client.apps.get("x")["id"]',
  "an unknown option of the client": 'Jackfield("key", retries=2)',
};
const HEAD = `from jackfield import AsyncJackfield, Jackfield

client = Jackfield("key")
async_client = AsyncJackfield("key")
`;

const folder = mkdtempSync(join(tmpdir(), "jackfield-typing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(PACKAGE, join(folder, "jackfield"));
mkdirSync(join(folder, "examples"));
for (const [index, { code }] of readExamples().entries())
  writeFileSync(join(folder, `examples/example_${index + 1}.py`), code);
writeFileSync(join(folder, "mistakes.py"), `${HEAD}${Object.values(MISTAKES).join("\n")}\n`);
const FIRST_MISTAKE = HEAD.split("\n").length;

interface Checker {
  /** Returns the errors in the package, the examples and the mistakes. */
  check(): CheckerError[];
  readonly skipReason?: string | undefined;
}

interface CheckerError {
  /** The path of the file, relative to the folder. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const CHECKED = ["jackfield", "examples", "mistakes.py"];

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: folder, encoding: "utf8", env: process.env });

/** The checker of VS Code, in its strictest mode. */
const pyright: Checker = {
  check() {
    const config = { typeCheckingMode: "strict", pythonVersion: "3.10", include: CHECKED };
    writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(config));
    const { stdout, stderr } = run(join(ROOT, "node_modules/.bin/pyright"), "--outputjson");
    if (!stdout.startsWith("{")) throw new Error(`pyright failed: ${stdout}${stderr}`);
    const { generalDiagnostics } = JSON.parse(stdout) as {
      generalDiagnostics: {
        file: string;
        severity: string;
        message: string;
        range: { start: { line: number } };
      }[];
    };
    return generalDiagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ file, range, message }) => ({
        file: relative(folder, file),
        line: range.start.line + 1,
        message,
      }));
  },
};

const mypy: Checker = {
  check() {
    const { stdout, status } = run("mypy", "--strict", "--no-incremental", ...CHECKED);
    const errors = [...stdout.matchAll(/^([^:\n]+):(\d+): error: (.*)$/gm)].map(
      ([, file, line, message]) => ({ file: file!, line: Number(line), message: message! }),
    );
    if (status !== 0 && errors.length === 0) throw new Error(`mypy failed: ${stdout}`);
    return errors;
  },
  skipReason: run("mypy", "--version").status === 0 ? undefined : "mypy isn't installed",
};

describe.each([
  { name: "pyright in strict mode", checker: pyright },
  { name: "mypy --strict", checker: mypy },
])("$name", ({ checker }) => {
  const { skipReason } = checker;
  const check = skipReason ? it.skip : it;
  const suffix = skipReason ? ` (${skipReason})` : "";

  // The checkers start slowly, so each checks all files at once.
  let errors: readonly CheckerError[];
  beforeAll(() => {
    if (!skipReason) errors = checker.check();
  }, 120_000);

  check(`accepts the package and the examples of the README${suffix}`, () => {
    expect(readExamples().length).toBeGreaterThan(5);
    expect(errors.filter(({ file }) => file !== "mistakes.py")).toEqual([]);
  });

  check(`refuses mistakes${suffix}`, () => {
    const lines = new Set(
      errors.filter(({ file }) => file === "mistakes.py").map(({ line }) => line),
    );
    const accepted = Object.keys(MISTAKES).filter((_, index) => !lines.has(FIRST_MISTAKE + index));
    expect(accepted).toEqual([]);
  });
});
