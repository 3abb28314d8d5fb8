import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isInstalled } from "../../../adapters/runtime/start-on.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const SOURCES = join(ROOT, "generated/clients/js");
const run = promisify(execFile);

describe("the npm package of the JavaScript client", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-client-"));
  const client = join(folder, "client");
  let tarball = "";
  beforeAll(() => {
    execFileSync(process.execPath, [join(ROOT, "adapters/package/build-client.ts"), client]);
    const output = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: client,
      encoding: "utf8",
    });
    tarball = join(folder, (JSON.parse(output) as { filename: string }[])[0]!.filename);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("contains compiled modules, types, README and license, and depends on nothing", () => {
    const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
    const unexpected = files.filter(
      (file) =>
        !/^package\/(?:package\.json|README\.md|LICENSE|dist\/.*\.(?:js|d\.ts))$/.test(file),
    );
    expect(unexpected).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(client, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "@jackfield/client", version: "1.0.0" });
    expect(manifest.dependencies).toBeUndefined();
  });

  it("has no fault that publint finds", async () => {
    const { messages } = await publint({ pkgDir: client, level: "suggestion", pack: "npm" });
    expect(messages).toEqual([]);
  });

  it("has types that resolve for ES modules", async () => {
    const { problems = [] } = (await checkPackage(
      createPackageFromTarballData(new Uint8Array(readFileSync(tarball))),
    )) as { problems?: readonly { kind: string; resolutionKind?: string }[] };
    // CommonJS can only import it, and resolution without `exports` ended with TypeScript 5.
    const relevant = problems.filter(
      ({ kind, resolutionKind }) =>
        kind !== "CJSResolvesToESM" &&
        resolutionKind !== "node10" &&
        resolutionKind !== "node16-cjs",
    );
    expect(relevant).toEqual([]);
  });

  it("runs in an empty project", async () => {
    const project = join(folder, "project");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{"type":"module"}');
    execFileSync("npm", ["install", "--offline", "--no-audit", tarball], { cwd: project });
    writeFileSync(
      join(project, "main.js"),
      `import { Jackfield } from "@jackfield/client";
import { JackfieldSite } from "@jackfield/client/site";
import { verify } from "@jackfield/client/webhooks";
console.log(typeof new Jackfield({ apiKey: "k" }).tools.find, typeof JackfieldSite, typeof verify);`,
    );
    const { stdout } = await run(process.execPath, ["main.js"], { cwd: project });
    expect(stdout).toBe("function function function\n");
  });

  it("has a README whose examples are correct TypeScript", async () => {
    const project = join(folder, "examples");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{"type":"module"}');
    execFileSync("npm", ["install", "--offline", "--no-audit", tarball], { cwd: project });
    const readme = readFileSync(join(client, "README.md"), "utf8");
    const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
    expect(examples.length).toBeGreaterThan(7);
    for (const [index, [, code]] of examples.entries())
      writeFileSync(join(project, `example-${index}.ts`), code!);
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          lib: ["ES2022", "DOM", "DOM.Iterable"],
          module: "NodeNext",
          types: [],
          strict: true,
          skipLibCheck: false,
          noEmit: true,
        },
      }),
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", project]);
    expect(stdout).toBe("");
  });

  it.skipIf(!isInstalled("deno"))("is accepted by JSR, without slow types", async () => {
    const { stderr } = await run(
      join(ROOT, "node_modules/.bin/deno"),
      ["publish", "--dry-run", "--allow-dirty"],
      { cwd: SOURCES, env: { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" } },
    );
    expect(stderr).toContain("Success");
    expect(stderr).not.toMatch(/^(?:warning|error)/m);
  });

  it.each([
    ["the platform", ["platform"], 6_000],
    ["the platform and the site", ["platform", "site"], 7_000],
    ["platform, site, agents and webhooks", ["platform", "site", "agents", "webhooks"], 10_000],
    ["connecting apps in a page", ["connect"], 2_000],
  ])("is small: %s", async (_, modules, limit) => {
    const entry = join(folder, `${modules.join("-")}.ts`);
    const lines = modules.map(
      (name) => `export * from ${JSON.stringify(join(SOURCES, "src", `${name}.ts`))};`,
    );
    writeFileSync(entry, lines.join("\n"));
    const { output } = await build({
      input: entry,
      write: false,
      platform: "browser",
      output: { minify: true },
    });
    const size = gzipSync(output[0].code, { level: 9 }).length;
    console.log(`${modules.join(", ")}: ${size} bytes (gzip)`);
    expect(size).toBeLessThanOrEqual(limit);
  });
});
