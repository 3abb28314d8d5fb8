import { isObject, type JsonObject, listAt } from "../../kit/json/json-access.ts";
import type { ParameterSlot } from "../tool-record.ts";

/** Arguments that take the ID of the last item, in the order in which they are tried. */
const LAST_ITEM_ARGUMENT = /^(?:starting_after|after|after_id)$/i;
const PAGE_ARGUMENT = /^page(?:_?(?:number|num|index))?$/i;
const OFFSET_ARGUMENT = /^(?:offset|skip|start|start_?at)$/i;

/**
 * The arguments for the next page of a response that doesn't name it, but says where this page is:
 * by the last item, by the number of the page, or by an offset. Returns `undefined` on the last page,
 * and if the response doesn't say whether it is.
 */
export function nextFromPosition(
  slots: readonly ParameterSlot[],
  data: JsonObject,
  objects: readonly JsonObject[],
): Record<string, unknown> | undefined {
  const after = slots.find(({ name }) => LAST_ITEM_ARGUMENT.test(name));
  const last = after && findLastId(data);
  if (after && last !== undefined) return { [after.argument]: last };
  const opaque = slots.find(({ name }) => name === "offset" && typeof data[name] === "string");
  if (opaque) return { [opaque.argument]: data["offset"] };
  for (const object of objects) {
    const next = nextNumber(slots, object);
    if (next) return next;
  }
  return undefined;
}

/** The ID of the last item, if the response says that there are more. */
function findLastId(data: JsonObject): string | undefined {
  if (data["has_more"] !== true) return undefined;
  const item = listAt(data, "data").at(-1);
  const id = data["last_id"] ?? (isObject(item) ? item["id"] : undefined);
  return typeof id === "string" ? id : undefined;
}

const readNumber = (object: JsonObject, ...names: readonly string[]): number | undefined =>
  names.map((name) => object[name]).find((value) => typeof value === "number");

function nextNumber(
  slots: readonly ParameterSlot[],
  object: JsonObject,
): Record<string, number> | undefined {
  const pageSlot = slots.find(({ name }) => PAGE_ARGUMENT.test(name));
  const page = readNumber(object, "page", "current_page", "currentPage");
  const pages = readNumber(object, "total_pages", "totalPages", "last_page", "pages", "page_count");
  if (pageSlot && page !== undefined && pages !== undefined)
    return page < pages ? { [pageSlot.argument]: page + 1 } : undefined;
  const offsetSlot = slots.find(({ name }) => OFFSET_ARGUMENT.test(name));
  const offset = readNumber(object, "offset", "skip", "startAt", "start");
  const limit = readNumber(object, "limit", "maxResults", "per_page");
  const total = readNumber(object, "total", "total_count", "totalCount");
  if (!offsetSlot || offset === undefined || limit === undefined || total === undefined)
    return undefined;
  return limit > 0 && offset + limit < total
    ? { [offsetSlot.argument]: offset + limit }
    : undefined;
}
