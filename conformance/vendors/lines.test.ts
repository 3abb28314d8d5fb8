import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenCatalog } from "../../adapters/catalog/folder.ts";
import { compareLines } from "./client-runs/compare-lines.ts";
import { compileAppFolders } from "./client-runs/compile-app-folders.ts";
import { LINE_APPS, loadVendorClient } from "./client-runs/load-vendor-client.ts";
import { unexpectedKinds } from "./expected.ts";
import { clientPackages, installClients } from "./packages.ts";
import type { ToolResult } from "./tool-results.ts";

describe("the lines", () => {
  it.each(LINE_APPS)("of %s name tools of the app, and packages with a version", async (app) => {
    const { packages, lines } = await loadVendorClient(app);
    expect(lines.every(([tool]) => tool.startsWith(`${app}.`))).toBe(true);
    const installed = clientPackages(app).map((each) => each.slice(0, each.lastIndexOf("@")));
    expect(packages.toSorted()).toEqual(installed.toSorted());
  });
});

/** Clients with few dependencies. */
const SMALL = ["notion", "stripe", "telegram"];
const downloads = join(process.env["CATALOG_DIR"] ?? "", ".downloads");
const hasDocuments = process.env["CATALOG_DIR"] !== undefined && existsSync(downloads);
const folders = hasDocuments ? SMALL.map((app) => installClients(app)) : [];
const isReady = hasDocuments && !folders.includes(undefined);

describe.skipIf(!isReady)(
  `small clients${isReady ? "" : " (skipped: they can't be installed, or CATALOG_DIR has no documents)"}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-lines-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    let catalog: OpenCatalog;
    beforeAll(async () => {
      catalog = await compileAppFolders(folder, downloads, SMALL);
    }, 60_000);

    it.each(SMALL)(
      "%s sends the same requests as its tools",
      async (app) => {
        const results: ToolResult[] = [];
        for await (const result of compareLines(catalog, folders[SMALL.indexOf(app)]!, app))
          results.push(result);
        expect(results.length).toBeGreaterThanOrEqual(5);
        for (const result of results)
          expect([result.tool, result.skipped, unexpectedKinds(result)]).toEqual([
            result.tool,
            undefined,
            [],
          ]);
      },
      60_000,
    );
  },
);
