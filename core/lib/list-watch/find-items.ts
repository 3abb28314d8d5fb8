import { formatPointer } from "../kit/json/json-pointer.ts";
import { findId } from "./find-id.ts";
import { findList, hasEmptyList } from "./find-list.ts";
import { fieldsOf, type Item, isRecord, isScalar, normalizeName } from "./item.ts";

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
interface NotFound {
  readonly message: string;
  /** Whether the response has only empty lists, so that a later one can show its items. */
  readonly isEmpty: boolean;
}

/** Names of fields that change with an item, without case and separators. The most exact first. */
const CHANGED_NAMES = [
  "updatedat",
  "updated",
  "updatetime",
  "updatedtime",
  "updatedon",
  "updateddate",
  "updateddateutc",
  "dateupdated",
  "lastupdated",
  "lastupdatedat",
  "lastupdatedtime",
  "lastupdatetime",
  "lastupdatedate",
  "sysupdatedon",
  "changed",
  "changedat",
  "lastchanged",
  "lastchangedat",
  "modifiedat",
  "modified",
  "modifiedtime",
  "modifiedon",
  "datemodified",
  "modifieddate",
  "lastmodified",
  "lastmodifiedat",
  "lastmodifiedtime",
  "lastmodifieddate",
  "lastmodifieddatetime",
  "lasteditedtime",
  "editedtime",
  "etag",
];

/** A verb at the beginning or the end of a tool's name. */
const VERB = /^(?:get|list|search|find|query|all)_|_(?:list|search|find|query|all)$/g;

/**
 * Finds the list in a response, at the root or up to three levels deep, and the field that tells its
 * items apart. Returns why there is none; it never guesses.
 *
 * @param tool The name of the tool that returned the response, which helps to tell lists apart.
 */
export function findItems(response: unknown, tool = ""): ItemPlaces | NotFound {
  const name = tool.slice(tool.indexOf(".") + 1).replace(VERB, "");
  const list = findList(response, name);
  if (!list) return { message: describeMissingList(response), isEmpty: hasEmptyList(response) };
  if ("paths" in list) return { message: describeLists(list.paths), isEmpty: false };
  const { path, items } = list;
  const id = findId(items, [path.at(-1) ?? "", name]);
  if (!id)
    return {
      message: `The ${items.length} items at "${formatPointer(path)}" have no field that tells them apart. Their fields: ${fieldsOf(items).slice(0, 10).join(", ")}.`,
      isEmpty: false,
    };
  const changed = findChanged(items);
  return {
    items: formatPointer(path),
    id: formatPointer(id),
    ...(changed !== undefined && { changed: formatPointer([changed]) }),
  };
}

function findChanged(items: readonly Item[]): string | undefined {
  const fields = fieldsOf(items).filter((name) => items.every((item) => isScalar(item[name])));
  const found = CHANGED_NAMES.flatMap((name) =>
    fields.filter((field) => normalizeName(field) === name),
  );
  return (
    found[0] ?? fields.find((field) => field === "version" && typeof items[0]?.[field] === "number")
  );
}

function describeMissingList(response: unknown): string {
  if (Array.isArray(response) && response.length === 0)
    return "The list is empty, so its items are unknown.";
  if (!isRecord(response)) return "The response has no list of objects.";
  const names = Object.keys(response).slice(0, 10).join(", ");
  return `The response has no list of objects with items. Its fields: ${names || "none"}.`;
}

const describeLists = (paths: readonly (readonly string[])[]): string =>
  `The response has several lists: ${paths
    .slice(0, 5)
    .map((path) => `"${formatPointer(path)}"`)
    .join(", ")}.`;
