/** Serves the rig's catalogue for the keys of a place that others use too, which RIG_PLACE names: the address of a database, or a folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createHostCheck } from "../../../adapters/hosts.ts";
import { openPlatformParts } from "../../../adapters/platform.ts";
import { createPlatform } from "../../../core/index.ts";
import { serveFixture } from "../serve.ts";
import { APPS } from "./apps.ts";
import { createMemoryCatalog } from "./catalogue.ts";

const location = process.env["RIG_PLACE"]!;
const catalogue = createMemoryCatalog(APPS);
const folder = mkdtempSync(join(tmpdir(), "jackfield-standing-"));
const parts = await openPlatformParts({
  catalogue,
  ...(location.startsWith("postgres")
    ? { databaseUrl: location, dataFolder: folder }
    : { dataFolder: location }),
  secretsKey: "c3RhbmRpbmcgaW4gZm9yIGEga2V5LCAzMiBieXRlcy4=",
});
await serveFixture(async (origin) => ({
  handler: createPlatform({
    origin,
    ...parts.connectAt(origin),
    allowsHost: createHostCheck(origin, []),
  }),
  remove() {
    void parts.close();
    rmSync(folder, { recursive: true, force: true });
  },
}));
