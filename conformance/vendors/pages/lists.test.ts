import { beforeAll, describe, expect, it } from "vitest";
import { type OpenCatalog, openCatalog } from "../../../adapters/catalog/folder.ts";
import { loadVendorClient } from "../client-runs/load-vendor-client.ts";
import { unexpectedKinds } from "../expected.ts";
import { installClients } from "../packages.ts";
import { compareLists, readAllPages } from "./compare-lists.ts";
import { LISTS } from "./lists.ts";

const folder = process.env["CATALOG_DIR"];
const lists = Object.entries(LISTS).flatMap(([app, listed]) =>
  listed.map((list) => [list.tool, app, list] as const),
);

describe.skipIf(folder === undefined)(
  `lists of popular apps${folder === undefined ? " (skipped: CATALOG_DIR is not set)" : ""}`,
  () => {
    let catalog: OpenCatalog;
    beforeAll(async () => {
      catalog = (await openCatalog(folder!))!;
    });

    it("are at least 20", () => expect(lists.length).toBeGreaterThanOrEqual(20));

    it.each(lists)("%s ends after its last page", async (_, app, list) => {
      const read = await readAllPages(catalog, list, await loadVendorClient(app));
      if (typeof read === "string") throw new Error(read);
      expect(read.errors).toEqual([]);
      expect(read.requests.map(({ url }) => url)).toHaveLength(list.pages.length);
    });

    it.each(["notion", "stripe"])(
      "of %s are read as its client reads them",
      async (app) => {
        const clients = installClients(app);
        if (clients === undefined) return;
        for await (const result of compareLists(catalog, clients, app))
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
