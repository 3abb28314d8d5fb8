import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isInstalled } from "../../adapters/runtime/start-on.ts";
import { VERSION } from "../../adapters/runtime/version.ts";
import { findFreePort } from "../fixtures/program.ts";

const PROJECT = join(import.meta.dirname, "../..");
const CATALOG = process.env["CATALOG_DIR"] ?? join(PROJECT, "catalog");
const hasBun = isInstalled("bun");

describe.skipIf(!hasBun)(`the one-file program${hasBun ? "" : " (bun is not installed)"}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-binary-test-"));
  const home = join(folder, "home");
  const program = join(folder, "program/jackfield");
  // Nothing of the repository or of a runtime is in the path.
  const env = { HOME: home, PATH: "/nowhere", SITE_PORT: "0", PLATFORM_PORT: "0" };
  const run = (args: string[], extra: Record<string, string> = {}) =>
    execFileSync(program, args, {
      cwd: folder,
      env: { ...env, ...extra },
      encoding: "utf8",
      stdio: "pipe",
    });

  beforeAll(() => {
    mkdirSync(home);
    mkdirSync(join(folder, "program"));
    mkdirSync(join(folder, "pages"));
    // Only a thread converts a page of this size.
    writeFileSync(join(folder, "pages/large.html"), `<p>${"A large page. ".repeat(10_000)}`);
    const build = join(PROJECT, "adapters/package/binary/build.ts");
    execFileSync(process.execPath, [build, program], { cwd: folder, stdio: "ignore" });
    if (existsSync(join(CATALOG, "catalog.json")))
      symlinkSync(CATALOG, join(folder, "program/catalog"));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is one file, and unpacks once into a private folder of the user", () => {
    expect(run(["--version"])).toBe(`${VERSION}\n`);
    expect(run(["--version"])).toBe(`${VERSION}\n`);
    expect(readdirSync(join(home, ".cache/jackfield"))).toHaveLength(1);
    expect(readdirSync(join(folder, "program")).filter((name) => name !== "catalog")).toEqual([
      "jackfield",
    ]);
  });

  it("leaves nothing behind without a home", () => {
    const temporary = join(folder, "tmp");
    mkdirSync(temporary);
    const version = run(["--version"], { HOME: "/dev/null/none", TMPDIR: temporary });
    expect([version, readdirSync(temporary)]).toEqual([`${VERSION}\n`, []]);
  });

  it("runs the doctor, and names its own commands", () => {
    expect(run(["doctor"], { PLATFORM: "off" })).toMatch(
      /^Checking Jackfield on Bun .*The demo shop has \d\d pages.*No problems/s,
    );
    expect(run(["--help"])).toContain("jackfield doctor");
  });

  it("serves the site and the platform with the catalog beside it", async () => {
    const [sitePort, platformPort] = [await findFreePort(), await findFreePort()];
    const child = spawn(program, {
      cwd: folder,
      env: {
        ...env,
        SITE_PORT: String(sitePort),
        SITE_CONTENT: "pages",
        PLATFORM_PORT: String(platformPort),
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    try {
      while (!output.includes("press Ctrl+C")) await once(child.stderr, "data");
      const get = async (port: number, path: string, headers = {}) =>
        (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
      expect(await get(sitePort, "/large.md")).toContain("A large page. A large");
      const key = run(["keys", "create", "--name", "test", "--permissions", "read"]).trim();
      const apps = JSON.parse(
        await get(platformPort, "/api/v1/apps?limit=1", { authorization: `Bearer ${key}` }),
      );
      if (existsSync(join(CATALOG, "catalog.json"))) expect(apps.data).toHaveLength(1);
      else expect(apps.code).toBe("catalog_not_ready");
    } finally {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    expect(child.exitCode).toBe(0);
  });
});
