import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const PACKAGE = resolve(import.meta.dirname, "../../../generated/clients/python");
/** Debian's packages `python3-build`, `flit`, `python3-venv` belong to this interpreter. */
const PYTHON = "/usr/bin/python3";

const run = (command: string, args: readonly string[], cwd?: string) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin" },
  });
  return { status, output: `${stdout}${stderr}` };
};
const has = (code: string) => run(PYTHON, ["-c", code]).status === 0;
const skipReason = has("import build, flit_core, venv, ensurepip")
  ? undefined
  : "python3-build, flit or python3-venv of Debian isn't installed";

const suiteName = skipReason ? `the Python package (${skipReason})` : "the Python package";
describe.skipIf(skipReason)(suiteName, { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-wheel-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Builds a package with `python -m build` and returns the file names. */
  const build = (source: string, target: string, ...options: string[]) => {
    const args = ["-m", "build", "--no-isolation", ...options, "--outdir", target, source];
    const { status, output } = run(PYTHON, args, folder);
    if (status !== 0) throw new Error(output);
    return readdirSync(target).sort();
  };
  const list = (file: string, module: "zipfile" | "tarfile") =>
    run(PYTHON, ["-m", module, "-l", file]).output;

  it("builds a wheel and a source distribution", () => {
    cpSync(PACKAGE, join(folder, "source"), {
      recursive: true,
      filter: (path) => !path.includes("__pycache__"),
    });
    expect(build("source", join(folder, "dist"))).toEqual([
      "jackfield-1.0.0-py3-none-any.whl",
      "jackfield-1.0.0.tar.gz",
    ]);
  });

  it("contains the modules, the marker of types and the license, and nothing else", () => {
    const wheel = join(folder, "dist/jackfield-1.0.0-py3-none-any.whl");
    const names = list(wheel, "zipfile")
      .split("\n")
      .slice(1)
      .map((line) => line.split(" ")[0]!)
      .filter(Boolean)
      .map((name) => name.replace("jackfield-1.0.0.dist-info", "INFO"));
    const modules = readdirSync(join(PACKAGE, "jackfield"), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:py|typed)$/.test(name))
      .map((name) => `jackfield/${name}`);
    expect(modules).toContain("jackfield/py.typed");
    expect(names.sort()).toEqual(
      [...modules, "INFO/LICENSE", "INFO/METADATA", "INFO/RECORD", "INFO/WHEEL"].sort(),
    );
  });

  it("gives the same wheel from the source distribution", () => {
    run("/usr/bin/tar", ["xzf", "dist/jackfield-1.0.0.tar.gz"], folder);
    build("jackfield-1.0.0", join(folder, "again"), "--wheel");
    const file = "jackfield-1.0.0-py3-none-any.whl";
    const sizes = (path: string) =>
      list(path, "zipfile").replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "");
    expect(sizes(join(folder, "again", file))).toBe(sizes(join(folder, "dist", file)));
  });

  it("installs into an empty environment without an index, and works there", () => {
    const environment = join(folder, "venv");
    expect(run(PYTHON, ["-m", "venv", environment])).toMatchObject({ status: 0 });
    const python = join(environment, "bin/python");
    const wheel = join(folder, "dist/jackfield-1.0.0-py3-none-any.whl");
    expect(run(python, ["-m", "pip", "install", "-q", "--no-index", wheel])).toEqual({
      status: 0,
      output: "",
    });
    const code = `
import importlib.metadata, jackfield, jackfield.webhooks
metadata = importlib.metadata.metadata("jackfield")
print(jackfield.__version__, metadata["Version"], metadata["Requires-Python"])
print("License :: OSI Approved :: MIT License" in metadata.get_all("Classifier"))
print(importlib.metadata.requires("jackfield"), len(metadata.get_payload() or metadata["Description"]) > 1000)
try:
    jackfield.Jackfield("key", base_url="http://127.0.0.1:9", max_retries=0).apps.get("notes")
except jackfield.JackfieldError as error:
    print(error.code, error.sent)`;
    expect(run(python, ["-c", code], folder).output.split("\n")).toEqual([
      "1.0.0 1.0.0 >=3.10",
      "True",
      "None True",
      "connection_failed 0",
      "",
    ]);
  });
});
