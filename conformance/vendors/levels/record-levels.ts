import { readFileSync, writeFileSync } from "node:fs";
import { type OpenCatalog, openCatalog } from "../../../adapters/catalog/folder.ts";
import { createEntry } from "../../../adapters/catalog/levels/create-entry.ts";
import { type AppState, createAppState } from "../../../adapters/catalog/levels/keys.ts";
import {
  formatLevels,
  LEVELS_FILE,
  levelOf,
  parseLevels,
} from "../../../adapters/catalog/levels/level-record.ts";
import { type AppStates, claimText } from "../../../adapters/catalog/levels/resolve-levels.ts";
import { clientPackages } from "../packages.ts";
import type { ToolResult } from "../tool-results.ts";
import type { Vendor } from "../vendors.ts";
import { earnClaims } from "./earn-claims.ts";

/** The folder of the whole catalog. */
const CATALOG_FOLDER = "catalog";

/**
 * Replaces an entry in the record of checks. Tools that the whole catalog doesn't have, or in another
 * version than the compared one, get no claim. Returns how many tools have a claim.
 */
export async function recordLevels(
  vendor: Pick<Vendor, "slug" | "hasApp" | "pattern">,
  compared: Pick<OpenCatalog, "findTool">,
  results: readonly ToolResult[],
  { catalogFolder = CATALOG_FOLDER, file = LEVELS_FILE } = {},
): Promise<number> {
  const date = new Date().toISOString().slice(0, 10);
  const catalog = await openCatalog(catalogFolder);
  if (!catalog)
    throw new Error(`Folder ${catalogFolder} contains no catalog. Compile it: npm run catalog`);
  const slugs = catalog.apps
    .filter((app) => app.kind === "http" && vendor.hasApp(app.slug, app.vendor))
    .map(({ slug }) => slug);
  const apps = await readStates(catalog, slugs);
  const current: ToolResult[] = [];
  for (const result of results) {
    const tool = await catalog.findTool(result.tool);
    if (tool && tool.version === (await compared.findTool(result.tool))?.version)
      current.push(result);
  }
  const earned = earnClaims(current, { packages: clientPackages(vendor.slug), date });
  const claims = withFactClients(earned, apps);
  const { [vendor.slug]: _, ...others } = parseLevels(readFileSync(file, "utf8"));
  const entry = claims.size > 0 && {
    [vendor.slug]: createEntry(claims, apps, vendor.pattern),
  };
  await catalog.close();
  const text = formatLevels({ ...others, ...(entry || {}) });
  parseLevels(text);
  writeFileSync(file, text);
  return claims.size;
}

/** Reads the states of all tools of apps. */
async function readStates(catalog: OpenCatalog, slugs: readonly string[]): Promise<AppStates> {
  const states = new Map<string, AppState>();
  for (const slug of slugs) {
    const record = (await catalog.findApp(slug))!;
    const { first, end } = catalog.toolRange(slug)!;
    const cards = await catalog.readCards(
      Array.from({ length: end - first }, (_, index) => first + index),
    );
    const tools = await Promise.all(cards.map(({ name }) => catalog.findTool(name)));
    states.set(
      slug,
      createAppState(
        record,
        tools.map((tool) => tool!),
        cards,
      ),
    );
  }
  return states;
}

/** Writes `*` for the client that the facts about a tool come from. */
function withFactClients(
  claims: ReadonlyMap<string, string>,
  apps: AppStates,
): ReadonlyMap<string, string> {
  const tools = new Map(
    [...apps.values()].flatMap((app) => app.tools.map((tool) => [tool.name, tool] as const)),
  );
  return new Map(
    [...claims].map(([name, claim]) => {
      const general = `${levelOf(claim)} *`;
      const tool = tools.get(name)!;
      return [name, claimText(general, tool) === claim ? general : claim];
    }),
  );
}
