import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildCatalog } from "./build/build.ts";
import { EMPTY_OVERLAY } from "./build/build-fixture.ts";
import { type CurrentOptions, currentCatalog } from "./current.ts";
import { FILES, MANIFEST, type Manifest } from "./format.ts";

describe("currentCatalog()", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "jackfield-current-"));
    await build();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const build = () =>
    buildCatalog({
      folder,
      sources: [],
      createIndex: () => new Uint8Array([7]),
      overlay: {
        ...EMPTY_OVERLAY,
        documents: new Map([["jackfield:acme", { slug: "acme" }]]),
        own: new Map([["jackfield:acme", DOCUMENT]]),
      },
    });

  const fileOf = (name: string) => {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8")) as Manifest;
    return join(folder, manifest.folder, name);
  };

  /** Changes one byte in the middle. */
  const damage = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  };

  const openWith = async (compile: () => Promise<unknown>) => {
    const messages: string[] = [];
    const options: CurrentOptions = {
      log: (message) => messages.push(message),
      compile: () => ({
        status: () => "Reading documents",
        finished: compile().then(
          () => undefined,
          (error: Error) => error.message,
        ),
        stop: () => {},
      }),
    };
    return { catalog: await currentCatalog(folder, options), messages };
  };

  for (const name of [FILES.apps, FILES.offsets, FILES.index, FILES.cards])
    it(`compiles the catalog again if a byte of ${name} has changed`, async () => {
      damage(fileOf(name));
      const { catalog, messages } = await openWith(build);
      await catalog.ready;
      expect(messages[0]).toBe(
        `The app catalog is damaged. Catalog file ${name} has changed since it was compiled. Compiling it again.`,
      );
      expect(messages[1]).toBe("The app catalog is ready: 1 app with 1 tool.");
      expect((await catalog.readCards([0]))[0]?.name).toBe("acme.list_parts");
      await catalog.close();
    });

  for (const name of [FILES.apps, FILES.offsets, FILES.index, FILES.cards])
    it(`compiles the catalog again if ${name} is missing`, async () => {
      rmSync(fileOf(name));
      const { catalog, messages } = await openWith(build);
      await catalog.ready;
      expect(messages[0]).toContain(`Catalog file ${name} can't be read.`);
      expect(catalog.apps).toHaveLength(1);
      await catalog.close();
    });

  it("compiles the catalog again if the manifest is cut off", async () => {
    const manifest = join(folder, MANIFEST);
    writeFileSync(manifest, readFileSync(manifest).subarray(0, 100));
    const { catalog, messages } = await openWith(build);
    await catalog.ready;
    expect(messages[0]).toContain("Catalog file catalog.json isn't a manifest.");
    expect(catalog.apps).toHaveLength(1);
    await catalog.close();
  });

  it("is empty with the reason as its progress if the compilation fails", async () => {
    rmSync(fileOf(FILES.index));
    const { catalog } = await openWith(() => Promise.reject(new Error("No network.")));
    await catalog.ready;
    expect(catalog.apps).toEqual([]);
    expect(catalog.progress).toContain("Compiling the app catalog failed: No network. Try again");
    await catalog.close();
  });

  it("reads no card of a damaged file before it has verified the file", async () => {
    damage(fileOf(FILES.cards));
    const { catalog, messages } = await openWith(build);
    const [card] = await catalog.readCards([0]).catch(() => []);
    expect(card?.name ?? "acme.list_parts").toBe("acme.list_parts");
    await catalog.ready;
    expect(messages[0]).toContain(`Catalog file ${FILES.cards} has changed`);
    await catalog.close();
  });

  it.each([FILES.cards, "apps/acme.jsonl.zst"])(
    "rejects the damaged part of %s while it runs, reads the rest, and compiles again",
    async (name) => {
      const { catalog, messages } = await openWith(build);
      await catalog.ready;
      damage(fileOf(name));
      const readDamaged = () =>
        name === FILES.cards ? catalog.readCards([0]) : catalog.findApp("acme");
      await expect(readDamaged()).rejects.toThrow(`Catalog file ${name}`);
      expect(catalog.apps).toHaveLength(1);
      await expect.poll(readDamaged).toBeTruthy();
      expect(messages.filter((message) => message.includes("is damaged"))).toHaveLength(1);
      await expect.poll(() => messages.at(-1)).toBe("The app catalog is ready: 1 app with 1 tool.");
      await catalog.close();
    },
  );
});

const DOCUMENT = {
  openapi: "3.0.0",
  info: { title: "Acme", version: "1" },
  servers: [{ url: "https://api.acme.io" }],
  paths: { "/parts": { get: { operationId: "listParts" } } },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};
