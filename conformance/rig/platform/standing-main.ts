/** Serves the rig's catalogue for the keys of a place that others use too, which RIG_PLACE names: the address of a database, or a folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { hostRule } from "../../../adapters/hosts.ts";
import { openPlatformParts } from "../../../adapters/platform.ts";
import { createPlatform } from "../../../core/index.ts";
import { serveRig } from "../serve.ts";
import { APPS } from "./apps.ts";
import { memoryCatalogue } from "./catalogue.ts";

const place = process.env["RIG_PLACE"]!;
const catalogue = memoryCatalogue(APPS);
const folder = mkdtempSync(join(tmpdir(), "jackfield-standing-"));
const parts = await openPlatformParts({
  catalogue,
  ...(place.startsWith("postgres")
    ? { databaseUrl: place, dataFolder: folder }
    : { dataFolder: place }),
  secretsKey: "c3RhbmRpbmcgaW4gZm9yIGEga2V5LCAzMiBieXRlcy4=",
});
await serveRig(async (origin) => ({
  handler: createPlatform({ origin, ...parts.at(origin), allowsHost: hostRule(origin, []) }),
  remove() {
    void parts.close();
    rmSync(folder, { recursive: true, force: true });
  },
}));
