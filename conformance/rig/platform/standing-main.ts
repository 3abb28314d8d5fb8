/** Serves the rig's catalogue for the keys of a place that others use too, which RIG_PLACE names: the address of a database, or a folder. */
import process from "node:process";
import { hostRule } from "../../../adapters/hosts.ts";
import { openAccounts } from "../../../adapters/storage/open.ts";
import { createPlatform } from "../../../core/index.ts";
import { serveRig } from "../serve.ts";
import { APPS } from "./apps.ts";
import { memoryCatalogue } from "./catalogue.ts";

const place = process.env["RIG_PLACE"]!;
const accounts = await openAccounts(place.startsWith("postgres") ? { url: place, folder: "/nowhere" } : { folder: place });
await serveRig(async (origin) => ({
  handler: createPlatform({ origin, catalogue: memoryCatalogue(APPS), accounts, allowsHost: hostRule(origin, []) }),
  remove: () => void accounts.close(),
}));
