import process from "node:process";
import { describe, expect, it } from "vitest";
import { readAppWebhooks } from "../../adapters/catalog/facts/app-webhooks.ts";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { objectAt } from "../../core/lib/kit/json/json-access.ts";

const folder = process.env["CATALOG_DIR"];
const catalog = folder ? await openCatalog(folder) : undefined;

describe.skipIf(!catalog)(
  `subscriptions at apps${catalog ? "" : " (skipped: CATALOG_DIR is not set)"}`,
  () => {
    it.each([...readAppWebhooks()])(
      "%s is an app with HTTP tools and the lists of its types",
      async (slug, { types }) => {
        expect(await catalog!.findApp(slug)).toMatchObject({ kind: "http" });
        for (const { list } of types) {
          if (!list) continue;
          const tool = await catalog!.findTool(list.tool);
          expect(tool?.annotations.readOnly).toBe(true);
          const known = Object.keys(objectAt(tool!.input, "properties"));
          expect(known).toEqual(expect.arrayContaining(Object.keys(list.arguments)));
          if (list.since !== undefined) expect(known).toContain(list.since);
        }
      },
    );
  },
);
