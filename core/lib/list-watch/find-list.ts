import { type Item, isRecord, normalizeName } from "./item.ts";

/** A list of objects in a response, and the names that lead to it. */
interface FoundList {
  readonly path: readonly string[];
  readonly items: readonly Item[];
}

/** How deep a list may be in a response. */
const MAX_DEPTH = 3;

/** Names of the field with the items, as APIs that wrap each list in the same way have them. */
const WRAPPERS = new Set([
  "value",
  "values",
  "data",
  "items",
  "item",
  "results",
  "result",
  "response",
  "records",
  "entries",
  "rows",
  "hits",
  "objects",
  "elements",
  "content",
  "list",
  "nodes",
  "edges",
  "entities",
  "resources",
]);

/** Names of lists that say something about the response. */
const NOTES = new Set(["errors", "errormessages", "warnings", "notices", "links"]);

/** Names of lists that accompany the items. */
const COMPANIONS = new Set([
  "messages",
  "included",
  "includes",
  "facets",
  "aggregations",
  "filters",
  "suggestions",
  "columns",
  "fields",
  "pages",
  "meta",
  "metadata",
  "pagination",
  "unreachable",
]);

/** A response with several lists, of which none is certain. */
interface AmbiguousLists {
  readonly paths: readonly (readonly string[])[];
}

/**
 * Finds the list of a response: the one that is named like the tool, else in the usual way, else the
 * one that is nearest to the root. Lists of facets and the like come last, and lists of links or errors
 * aren't considered. Returns undefined
 * if there is no list of objects, and all lists that are equally likely if no name decides.
 */
export function findList(
  response: unknown,
  toolName: string,
): FoundList | AmbiguousLists | undefined {
  const lists = collectLists(response, [], toolName).map((list) => ({
    list,
    rank: rankList(list.path, toolName),
  }));
  const best = lists.toSorted((a, b) => compareRanks(a.rank, b.rank));
  const [first, second] = best;
  if (!first) return undefined;
  if (!second || compareRanks(first.rank, second.rank) !== 0) return first.list;
  const equal = best.filter(({ rank }) => compareRanks(rank, first.rank) === 0);
  return { paths: equal.map(({ list }) => list.path) };
}

export function hasEmptyList(value: unknown, depth = MAX_DEPTH): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value) || depth === 0) return false;
  return Object.values(value).some((child) => hasEmptyList(child, depth - 1));
}

function collectLists(value: unknown, path: readonly string[], toolName: string): FoundList[] {
  if (Array.isArray(value)) {
    const items = value.filter(isRecord);
    return items.length > 0 && items.length === value.length ? [{ path, items }] : [];
  }
  if (!isRecord(value) || path.length >= MAX_DEPTH) return [];
  // The lists of a single object are its parts.
  const isObject = Object.keys(value).some((name) => IDS.has(normalizeName(name)));
  return Object.entries(value)
    .filter(([field]) => {
      const name = normalizeName(field);
      return isNamedLike(name, toolName) || (isObject ? WRAPPERS.has(name) : !NOTES.has(name));
    })
    .flatMap(([name, child]) => collectLists(child, [...path, name], toolName));
}

const IDS = new Set(["id", "uuid", "guid"]);

/** Ranks a list by what its names say. Lower numbers come first. */
function rankList(path: readonly string[], toolName: string): readonly number[] {
  const names = path.map(normalizeName);
  const name = names.at(-1) ?? "";
  return [
    Number(names.some((part) => COMPANIONS.has(part)) && !isNamedLike(name, toolName)),
    Number(!isNamedLike(name, toolName)),
    Number(!WRAPPERS.has(name)),
    path.length,
  ];
}

/** Whether a tool is named for the items of a list, such as `list_open_issues` for `issues`. */
function isNamedLike(name: string, toolName: string): boolean {
  const tool = normalizeName(toolName);
  return name.length >= 3 && (tool.endsWith(name) || tool.endsWith(`${name}s`));
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [index, part] of a.entries()) {
    const difference = part - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
