import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, startOn } from "../runtime/start-on.ts";

const ROOT = join(import.meta.dirname, "../..");
const npm = (args: string[], cwd: string) =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund"], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, npm_config_loglevel: "error" },
  });

// Packing and installing takes a minute and needs the registry.
describe("the package installed into an empty folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-package-"));

  beforeAll(() => {
    const [{ filename }] = JSON.parse(
      npm(["pack", "--json", "--pack-destination", folder], ROOT),
    ) as [{ filename: string }];
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

  test("provides types for both modules", () => {
    const example = `import { createPlatform } from "jackfield";
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

  test("contains the license of every package in the bundle", () => {
    const licenses = readFileSync(
      join(folder, "node_modules/jackfield/dist/THIRD-PARTY-LICENSES"),
      "utf8",
    );
    for (const name of ["@modelcontextprotocol/sdk", "htmlparser2", "zod"])
      expect(licenses).toContain(`## ${name} `);
  });
});
