import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { buildIndex } from "../../../core/lib/tool-search/index/build.ts";
import { openIndex } from "../../../core/lib/tool-search/index/open-index.ts";
import { searchTools } from "../../../core/lib/tool-search/search-tools.ts";
import { splitTokens, splitWord, toTerm } from "../../../core/lib/tool-search/words/tokenizer.ts";
import { ROOT } from "../load/runtimes.ts";
import type { Popularity } from "./catalog.ts";
import type { IdentifiedTool } from "./query-sets.ts";

/** A search engine that builds an index file of tools and opens it. */
export interface Engine {
  readonly name: string;
  build(tools: readonly IdentifiedTool[], file: string): Promise<void>;
  open(file: string): Promise<Search>;
}

/**
 * Returns the positions of the matching tools in the list that was indexed, best first. The peers
 * don't know which apps are popular.
 */
export type Search = (
  task: string,
  limit: number,
  popularity?: Popularity | undefined,
) => readonly number[];

export const readVectorFile = (): Uint8Array => readFileSync(`${ROOT}adapters/catalog/vectors.bin`);

const jackfield: Engine = {
  name: "Jackfield",
  build: async (tools, file) =>
    writeFileSync(
      file,
      buildIndex(
        tools.map(({ document }) => document),
        { vectors: readVectorFile() },
      ),
    ),
  open: async (file) => {
    const index = openIndex(readFileSync(file));
    return (task, limit, popularity) =>
      searchTools(index, { task, limit, ...popularity }).map(({ tool }) => tool);
  },
};

/** The fields and weights with the best results for the peers. */
const WEIGHTS = {
  name: 3,
  app: 2,
  title: 2,
  description: 1,
  parameters: 0.5,
  categories: 0.5,
} as const;
const COLUMNS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

/** Splits identifiers for the peers too, because they find almost nothing otherwise. */
const splitIdentifiers = (text: string): string => splitTokens(text).flatMap(splitWord).join(" ");

function toColumns({ document }: IdentifiedTool): Record<keyof typeof WEIGHTS, string> {
  const { name, app, title, description, parameters, categories, tags } = document;
  return {
    name: splitIdentifiers(name.slice(name.indexOf(".") + 1)),
    app: splitIdentifiers(app.join(" ")),
    title: splitIdentifiers(title),
    description: splitIdentifiers(description),
    parameters: splitIdentifiers(parameters.join(" ")),
    categories: splitIdentifiers([...categories, ...tags].join(" ")),
  };
}

/** Returns the words of a task without stop words and numbers, not stemmed. */
const queryTerms = (task: string): string[] => [
  ...new Set(
    splitTokens(task)
      .flatMap(splitWord)
      .filter((word) => toTerm(word) !== undefined),
  ),
];

const fts5: Engine = {
  name: "SQLite FTS5, weighted",
  build: async (tools, file) => {
    const database = new DatabaseSync(file);
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE tools USING fts5(${COLUMNS.join(", ")}, content='', tokenize='porter unicode61'); BEGIN`,
    );
    const insert = database.prepare(
      `INSERT INTO tools (rowid, ${COLUMNS.join(", ")}) VALUES (?${", ?".repeat(COLUMNS.length)})`,
    );
    tools.forEach((tool, index) => {
      const columns = toColumns(tool);
      insert.run(index + 1, ...COLUMNS.map((column) => columns[column]));
    });
    database.exec("COMMIT");
    database.close();
  },
  open: async (file) => {
    const weights = COLUMNS.map((column) => WEIGHTS[column]).join(", ");
    const select = new DatabaseSync(file, { readOnly: true }).prepare(
      `SELECT rowid FROM tools WHERE tools MATCH ? ORDER BY bm25(tools, ${weights}) LIMIT ?`,
    );
    return (task, limit) => {
      const terms = queryTerms(task);
      if (terms.length === 0) return [];
      return select
        .all(terms.map((word) => `"${word}"`).join(" OR "), limit)
        .map(({ rowid }) => Number(rowid) - 1);
    };
  },
};

interface MiniSearchLike {
  addAll(documents: readonly object[]): void;
  search(query: string, options: object): readonly { id: number }[];
}

type MiniSearchClass = (new (
  options: object,
) => MiniSearchLike) & { loadJSON(json: string, options: object): MiniSearchLike };

const MINISEARCH_OPTIONS = {
  fields: COLUMNS,
  processTerm: (word: string) => toTerm(word.toLowerCase()) ?? false,
};

export const isMiniSearchInstalled = (): Promise<boolean> =>
  loadMiniSearch().then(
    () => true,
    () => false,
  );

/** Imports the package on demand, because it is optional. */
async function loadMiniSearch(): Promise<MiniSearchClass> {
  const name = "minisearch";
  return ((await import(name)) as { default: MiniSearchClass }).default;
}

const minisearch: Engine = {
  name: "MiniSearch, weighted",
  build: async (tools, file) => {
    const search = new (await loadMiniSearch())(MINISEARCH_OPTIONS);
    search.addAll(tools.map((tool, id) => ({ id, ...toColumns(tool) })));
    writeFileSync(file, JSON.stringify(search));
  },
  open: async (file) => {
    const search = (await loadMiniSearch()).loadJSON(
      readFileSync(file, "utf8"),
      MINISEARCH_OPTIONS,
    );
    return (task, limit) =>
      search
        .search(queryTerms(task).join(" "), { boost: WEIGHTS })
        .slice(0, limit)
        .map(({ id }) => id);
  },
};

export const ENGINES: Readonly<Record<string, Engine>> = { jackfield, fts5, minisearch };
