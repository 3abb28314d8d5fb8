import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, startOn } from "../runtime/start-on.ts";

const ROOT = join(import.meta.dirname, "../..");
const npm = (args: string[], cwd: string) =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund"], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, npm_config_loglevel: "error" },
  });

/** Returns the first `node` in the PATH that is too old for Jackfield. */
const findOldNode = (): string | undefined =>
  process.env["PATH"]!.split(delimiter)
    .map((directory) => join(directory, "node"))
    .find((file) => {
      const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
      return status === 0 && Number.parseInt(stdout.slice(1), 10) < 24;
    });

// Packing and installing takes a minute and needs the registry.
describe("the package installed into an empty folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-package-"));
  let archive: string;

  beforeAll(() => {
    const [{ filename }] = JSON.parse(
      npm(["pack", "--json", "--pack-destination", folder], ROOT),
    ) as [{ filename: string }];
    archive = join(folder, filename);
    writeFileSync(join(folder, "package.json"), '{ "name": "example", "private": true }');
    npm(["install", `./${filename}`], folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.for(["node", "bun", "deno"])(
    "starts on %s and serves the site",
    async (runtime, { skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      const main = join(folder, "node_modules/jackfield/dist/adapters/start.js");
      const program = await startOn(runtime, [main], { cwd: folder, env: { SITE_PORT: "0" } });
      const info = (await (await fetch(`${program.url}/agent/site.json`)).json()) as {
        pages: number;
      };
      expect(info.pages).toBeGreaterThan(24);
      // Only the thread for large pages converts a page of this size.
      mkdirSync(join(folder, runtime));
      writeFileSync(join(folder, runtime, "large.html"), `<p>${"A large page. ".repeat(10_000)}`);
      const large = await startOn(runtime, [main], {
        cwd: folder,
        env: { SITE_PORT: "0", SITE_CONTENT: runtime },
      });
      expect(await (await fetch(`${large.url}/large.md`)).text()).toContain(
        "A large page. A large",
      );
      expect(await large.stop()).toBe(0);
      const home = await fetch(`${program.url}/`);
      expect([home.status, home.headers.get("content-type")]).toEqual([200, "text/html"]);
      const request = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      };
      const { result } = (await (await fetch(`${program.url}/mcp`, request)).json()) as {
        result: { tools: { name: string }[] };
      };
      expect(result.tools.map(({ name }) => name)).toContain("read_page");
      const { offers } = (await (await fetch(`${program.url}/agent/commerce/products`)).json()) as {
        offers: unknown[];
      };
      expect(offers).toHaveLength(9);
      expect(await program.stop()).toBe(0);
    },
  );

  test.for(["node", "bun", "deno"])(
    "finds a tool on %s with an API key from the command line",
    async (runtime, { skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      if (!process.env["CATALOG_DIR"]) skip("CATALOG_DIR is not set");
      const env = { DATA_DIR: join(folder, "data") };
      const key = execFileSync(
        join(folder, "node_modules/.bin/jackfield"),
        ["keys", "create", "--name", runtime, "--permissions", "read"],
        {
          encoding: "utf8",
          cwd: folder,
          env: { ...process.env, ...env },
          stdio: ["ignore", "pipe", "ignore"],
        },
      ).trim();
      const program = await startOn(
        runtime,
        [join(folder, "node_modules/jackfield/dist/adapters/start.js")],
        { cwd: folder, env: { ...env, SITE: "off", PLATFORM: "on", PLATFORM_PORT: "0" } },
      );
      const found = await fetch(`${program.url}/api/v1/tools/find`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: '{"task":"create an issue in my GitHub repository"}',
      });
      const { tools } = (await found.json()) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toContain("github.issues_create");
      expect(await program.stop()).toBe(0);
    },
  );

  test("provides a command, and the core as a module", () => {
    const program = join(folder, "node_modules/.bin/jackfield");
    expect(execFileSync(program, ["--help"], { encoding: "utf8", cwd: folder })).toContain(
      "SITE_CONTENT=folder",
    );
    expect(
      execFileSync(program, ["doctor"], {
        encoding: "utf8",
        cwd: folder,
        env: { ...process.env, SITE_PORT: "0", PLATFORM: "off" },
      }),
    ).toContain("No problems");
    const script =
      'import { createSite, toFetch } from "jackfield"; console.log(typeof createSite, typeof toFetch)';
    expect(
      execFileSync("node", ["--input-type=module", "-e", script], {
        encoding: "utf8",
        cwd: folder,
      }),
    ).toBe("function function\n");
  });

  test("provides types for every module", () => {
    const example = `import { createPlatform } from "jackfield";
import type { paths as PlatformPaths } from "jackfield/schema/platform";
import type { paths as SitePaths } from "jackfield/schema/site";
export type Search = SitePaths["/agent/search"]["get"];
export type Find = PlatformPaths["/api/v1/tools/find"]["post"];
import { createSite, type Handler, type SiteOptions } from "jackfield/site";
export const create: (options: SiteOptions) => Handler = createSite;
// @ts-expect-error: createPlatform is a function.
export const platform: string = createPlatform;
`;
    writeFileSync(join(folder, "example.ts"), example);
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024"];
    const libraries = ["--lib", "es2024,dom,dom.iterable,dom.asynciterable,esnext.disposable"];
    execFileSync(
      process.execPath,
      [join(ROOT, "node_modules/typescript/bin/tsc"), ...options, ...libraries, "example.ts"],
      { cwd: folder, stdio: "inherit" },
    );
  });

  test("provides both OpenAPI documents", () => {
    const script = `for (const service of ["site", "platform"]) {
  const { default: document } = await import(\`jackfield/openapi/\${service}.json\`, { with: { type: "json" } });
  console.log(document.openapi, Object.keys(document.paths).length > 5);
}`;
    expect(
      execFileSync("node", ["--input-type=module", "-e", script], {
        encoding: "utf8",
        cwd: folder,
      }),
    ).toBe("3.1.0 true\n3.1.0 true\n");
  });

  test("names the commands of the package, with and without npx", () => {
    const run = (args: readonly string[], environment: Record<string, string>) =>
      spawnSync(join(folder, "node_modules/.bin/jackfield"), args, {
        encoding: "utf8",
        cwd: folder,
        env: { PATH: process.env["PATH"], ...environment },
      });
    for (const command of ["--help", "keys --help", "apps --help", "catalog --help"]) {
      const { stdout, stderr } = run(command.split(" "), { npm_command: "exec" });
      expect(stdout + stderr).toContain("npx jackfield");
      expect(stdout + stderr).not.toContain("npm run");
    }
    expect(run(["keys", "list"], { DATA_DIR: join(folder, "empty") }).stderr).toContain(
      "Create one: jackfield keys create --name",
    );
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(run(["--version"], {}).stdout).toBe(`${version}\n`);
  });

  test("names the required version on an older Node", ({ skip }) => {
    const oldNode = findOldNode();
    if (!oldNode) return skip("no Node before 24 is installed");
    const main = join(folder, "node_modules/jackfield/dist/adapters/start.js");
    const { status, stdout, stderr } = spawnSync(oldNode, [main], { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Jackfield needs Node\.js 24 or later, but this is Node\.js \d+\./);
    expect(stderr).not.toContain("Error");
  });

  test("is small, without source maps, tests or unused types", () => {
    const files = execFileSync("tar", ["tzf", archive], { encoding: "utf8" }).trim().split("\n");
    const { size } = statSync(archive);
    console.log(`The package has ${files.length} files and ${(size / 1e6).toFixed(1)} MB.`);
    // Half of it is the word vectors.
    expect(size).toBeLessThan(7e6);
    expect(files.filter((file) => /\.map$|\.test\.|\/conformance\/|\.tsp$/.test(file))).toEqual([]);
    const types = files.filter((file) => file.endsWith(".d.ts"));
    expect(types.filter((file) => !/^package\/dist\/(core|generated)\//.test(file))).toEqual([]);
  });

  test("contains a notice and a bill of materials of everything in it", () => {
    const read = (name: string) =>
      readFileSync(join(folder, "node_modules/jackfield/dist", name), "utf8");
    const { components } = JSON.parse(read("sbom.cdx.json")) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["zod", "pg", "Word vectors"]));
    for (const [, name] of read("THIRD-PARTY-LICENSES").matchAll(/^## (\S+) \d+\.\d+\.\S* \(/gm))
      expect(read("NOTICE.md")).toContain(`| ${name} |`);
  });

  test("contains the license of every package in the bundle", () => {
    const licenses = readFileSync(
      join(folder, "node_modules/jackfield/dist/THIRD-PARTY-LICENSES"),
      "utf8",
    );
    for (const name of ["@modelcontextprotocol/sdk", "htmlparser2", "zod"])
      expect(licenses).toContain(`## ${name} `);
  });
});
