import { formatPointer } from "../kit/json-pointer.ts";

/** Where the items of a list are, and how they are told apart. JSON Pointers. */
export interface ItemPlaces {
  /** From the response to the list. Empty if the response is the list. */
  readonly items: string;
  /** From an item to its ID. */
  readonly id: string;
  /** From an item to the field that changes with it. Absent: the whole item is compared. */
  readonly changed?: string | undefined;
}

/** Why items can't be found, for people. */
export interface NotFound {
  readonly message: string;
}

/** Names of IDs, the most specific first. */
const ID_NAMES = [
  "id",
  "uuid",
  "gid",
  "_id",
  "ID",
  "Id",
  "uid",
  "guid",
  "sid",
  "key",
  "ts",
  "number",
  "sha",
  "hash",
  "token",
  "slug",
  "code",
  "name",
  "href",
  "url",
  "uri",
  "email",
];
/** Names of fields that change with an item. */
const CHANGED_NAMES = [
  "updated_at",
  "updatedAt",
  "updated",
  "modified_at",
  "modifiedAt",
  "modified",
  "lastModified",
  "last_modified",
  "lastModifiedDateTime",
  "last_edited_time",
  "edited_time",
  "modifiedTime",
  "dateModified",
  "date_modified",
  "version",
  "etag",
  "eTag",
];
/** How deep a list may be in a response. */
const MAX_DEPTH = 3;
type Item = Readonly<Record<string, unknown>>;

const isItem = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface FoundList {
  readonly path: readonly string[];
  readonly items: readonly Item[];
}

/**
 * Finds the list in a response: the longest list of objects, at the root or up to three levels
 * deep. Items are told apart by the first known field whose value is different in all of them.
 * Returns why there is none; it never guesses.
 */
export function findItems(response: unknown): ItemPlaces | NotFound {
  const lists = findLists(response, []);
  const list = lists.toSorted(
    (a, b) => b.items.length - a.items.length || a.path.length - b.path.length,
  )[0];
  if (!list) return { message: describeMissingList(response) };
  const id = findId(list.items);
  if (id === undefined)
    return {
      message: `The ${list.items.length} items at "${formatPointer(list.path)}" have no field that tells them apart. Their fields: ${Object.keys(list.items[0]!).slice(0, 10).join(", ")}.`,
    };
  const changed = CHANGED_NAMES.find((name) => list.items.every((item) => isScalar(item[name])));
  return {
    items: formatPointer(list.path),
    id: formatPointer([id]),
    ...(changed !== undefined && { changed: formatPointer([changed]) }),
  };
}

function describeMissingList(response: unknown): string {
  if (Array.isArray(response) && response.length === 0)
    return "The list is empty, so its items are unknown.";
  if (!isItem(response)) return "The response has no list of objects.";
  const names = Object.keys(response).slice(0, 10).join(", ");
  return `The response has no list of objects with items. Its fields: ${names || "none"}.`;
}

function findLists(value: unknown, path: readonly string[]): FoundList[] {
  if (Array.isArray(value)) {
    const items = value.filter(isItem);
    return items.length > 0 && items.length === value.length ? [{ path, items }] : [];
  }
  if (!isItem(value) || path.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, child]) => findLists(child, [...path, name]));
}

const isScalar = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

/** Names that mean an ID even if there is only one item. */
const CERTAIN_NAMES = new Set(ID_NAMES.slice(0, 9));

function findId(items: readonly Item[]): string | undefined {
  const isUnique = (name: string) =>
    new Set(items.map((item) => String(item[name]))).size === items.length;
  const candidates =
    items.length === 1 ? ID_NAMES.filter((name) => CERTAIN_NAMES.has(name)) : ID_NAMES;
  return candidates.find((name) => items.every((item) => isScalar(item[name])) && isUnique(name));
}
