import { readFileSync } from "node:fs";

/** Words that people type to find an app, with the slugs of apps that they expect. */
export interface PurposeQuery {
  readonly words: string;
  readonly expected: ReadonlySet<string>;
}

interface PurposeFile {
  readonly development: Readonly<Record<string, string>>;
  readonly heldOut: Readonly<Record<string, string>>;
}

const { development, heldOut } = JSON.parse(
  readFileSync(new URL("purposes.json", import.meta.url), "utf8"),
) as PurposeFile;

const toQueries = (purposes: Readonly<Record<string, string>>): PurposeQuery[] =>
  Object.entries(purposes).map(([words, apps]) => ({ words, expected: new Set(apps.split(" ")) }));

/** For developing the search. */
export const DEVELOPMENT = toQueries(development);

/** For measuring only. */
export const HELD_OUT = toQueries(heldOut);
