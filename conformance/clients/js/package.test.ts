import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
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
import { runsTier } from "../../tiers.ts";
import { findOldNode, OLD_NODE_VERSIONS } from "../old-node.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const SOURCES = join(ROOT, "generated/clients/js");
const run = promisify(execFile);

/** The versions of Node.js on which the package must run. */
const NODES = [
  { name: "the current Node.js", find: () => process.execPath },
  ...(runsTier("all") ? OLD_NODE_VERSIONS : []).map((version) => ({
    name: `Node.js ${version}`,
    find: () => findOldNode(version),
  })),
];

/** Returns a URL at which no server listens. */
async function findUnusedUrl(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return `http://127.0.0.1:${port}`;
}

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

  describe("in an empty project", () => {
    const project = join(folder, "project");
    beforeAll(() => {
      mkdirSync(project);
      writeFileSync(join(project, "package.json"), '{"type":"module"}');
      execFileSync("npm", ["install", "--offline", "--no-audit", tarball], { cwd: project });
      writeFileSync(
        join(project, "main.js"),
        `import { Jackfield } from "@jackfield/client";
import { openaiTools } from "@jackfield/client/agents";
import { connect } from "@jackfield/client/connect";
import { JackfieldSite } from "@jackfield/client/site";
import { verify } from "@jackfield/client/webhooks";
const client = new Jackfield({ apiKey: "k", baseUrl: process.argv[2], retries: 0 });
const { code, sent } = await client.apps.get("github").catch((error) => error);
console.log(code, sent, ...[JackfieldSite, openaiTools, connect, verify].map((each) => typeof each));
`,
      );
      writeFileSync(
        join(project, "import.cjs"),
        'import("@jackfield/client").then(({ Jackfield }) => console.log(typeof Jackfield));',
      );
      writeFileSync(
        join(project, "require.cjs"),
        'console.log(typeof require("@jackfield/client").Jackfield);',
      );
    });

    it("contains nothing but the package", () => {
      expect(readdirSync(join(project, "node_modules")).filter((name) => name[0] !== ".")).toEqual([
        "@jackfield",
      ]);
    });

    it.for(NODES)("runs on $name", async ({ find }, { skip }) => {
      const node = find();
      if (!node) return skip("This version of Node.js can't be downloaded from npm");
      const { stdout } = await run(node, ["main.js", await findUnusedUrl()], { cwd: project });
      expect(stdout).toBe("connection_failed 0 function function function function\n");
      expect((await run(node, ["import.cjs"], { cwd: project })).stdout).toBe("function\n");
    });

    it("can be required, as the README says", async () => {
      const { stdout } = await run(process.execPath, ["require.cjs"], { cwd: project });
      expect(stdout).toBe("function\n");
    });
  });

  it("installs from a clone without a build", async () => {
    const project = join(folder, "with-a-clone");
    mkdirSync(project);
    execFileSync("npm", ["install", "--offline", "--no-audit", SOURCES], { cwd: project });
    const paths = ["", "/site", "/agents", "/connect", "/webhooks"];
    const imports = paths.map((path) => `import("@jackfield/client${path}")`).join(", ");
    writeFileSync(
      join(project, "main.mjs"),
      `console.log((await Promise.all([${imports}])).every((each) => Object.keys(each).length > 0));`,
    );
    const { stdout, stderr } = await run(process.execPath, ["main.mjs"], { cwd: project });
    expect({ stdout, stderr }).toEqual({ stdout: "true\n", stderr: "" });
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
    [
      "platform, site, agents and webhooks",
      ["platform", "site", "runtime/agents", "runtime/webhooks"],
      12_000,
    ],
    ["connecting apps in a page", ["runtime/connect"], 2_000],
  ])("is small: %s", async (_, modules, limit) => {
    const entry = join(folder, `${modules.join("-").replaceAll("/", "-")}.ts`);
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
    // Chunks that load when a program uses them don't count.
    const chunks = [output[0].fileName, ...output[0].imports];
    const size = output
      .filter((each) => each.type === "chunk" && chunks.includes(each.fileName))
      .map((each) => gzipSync((each as { code: string }).code, { level: 9 }).length)
      .reduce((sum, length) => sum + length);
    console.log(`${modules.join(", ")}: ${size} bytes (gzip)`);
    expect(size).toBeLessThanOrEqual(limit);
  });
});
