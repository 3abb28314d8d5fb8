import { DatabaseSync } from "node:sqlite";
import type { AppRow } from "../../../adapters/catalog/format.ts";
import { rankApps } from "../../../core/platform/catalog/search/search-apps.ts";

/** Returns the IDs of the first apps for search words. */
export type AppSearch = (words: string) => readonly string[];

const LIMIT = 5;

const jackfield = (apps: readonly AppRow[]): AppSearch => {
  return (words) =>
    rankApps(apps, { words })
      .slice(0, LIMIT)
      .map(({ slug }) => slug);
};

/** The fields of an app and their weights, for the peers. Popular apps win ties in both. */
const WEIGHTS = { names: 3, purposes: 3, categories: 1, vendor: 1, description: 1 } as const;
const COLUMNS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

const toFields = ({
  slug,
  name,
  aliases = [],
  purposes = [],
  categories,
  vendor,
  description,
}: AppRow): Record<keyof typeof WEIGHTS, string> => ({
  names: [name, slug.replaceAll("_", " "), ...aliases].join(" "),
  purposes: purposes.join(" "),
  categories: categories.join(" "),
  vendor,
  description,
});

/** The peers return equal matches in this order. */
const byPopularity = (apps: readonly AppRow[]): AppRow[] =>
  apps.toSorted((a, b) => Number(b.popular ?? false) - Number(a.popular ?? false));

const fts5 = (all: readonly AppRow[]): AppSearch => {
  const apps = byPopularity(all);
  const database = new DatabaseSync(":memory:");
  database.exec(
    `CREATE VIRTUAL TABLE apps USING fts5(${COLUMNS.join(", ")}, tokenize='porter unicode61')`,
  );
  const insert = database.prepare(
    `INSERT INTO apps (rowid, ${COLUMNS.join(", ")}) VALUES (?${", ?".repeat(COLUMNS.length)})`,
  );
  for (const [number, app] of apps.entries()) insert.run(number, ...Object.values(toFields(app)));
  const select = database.prepare(
    `SELECT rowid FROM apps WHERE apps MATCH ? ORDER BY bm25(apps, ${Object.values(WEIGHTS).join(", ")}), rowid LIMIT ${LIMIT}`,
  );
  return (words) =>
    select
      .all((words.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(" OR "))
      .map(({ rowid }) => apps[Number(rowid)]!.slug);
};

const minisearch = async (all: readonly AppRow[]): Promise<AppSearch> => {
  const { default: MiniSearch } = await import("minisearch");
  const apps = byPopularity(all);
  const index = new MiniSearch({
    fields: COLUMNS,
    searchOptions: { boost: WEIGHTS, fuzzy: 0.2, prefix: true },
  });
  index.addAll(apps.map((app, id) => ({ id, ...toFields(app) })));
  return (words) =>
    index
      .search(words)
      .slice(0, LIMIT)
      .map(({ id }) => apps[Number(id)]!.slug);
};

/** Each engine with the function that indexes apps. */
export const ENGINES: Readonly<
  Record<string, (apps: readonly AppRow[]) => AppSearch | Promise<AppSearch>>
> = {
  Jackfield: jackfield,
  "SQLite FTS5, weighted": fts5,
  "MiniSearch, weighted, fuzzy": minisearch,
};
