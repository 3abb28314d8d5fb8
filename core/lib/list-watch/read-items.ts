import type { Work } from "../kit/flow/work.ts";
import { resolvePointer } from "../kit/json/json-pointer.ts";
import type { ItemPlaces } from "./find-items.ts";

/** An item of a list. */
export interface ListItem {
  readonly id: string;
  /** What changes with the item. */
  readonly state: string;
  readonly item: unknown;
}

/** The units of an item, whose ID and state are digested, and are then compared and remembered. */
const ITEM_UNITS = 100;
const CHARACTERS_PER_UNIT = 16;

/** The items of a response that were read. */
export interface ReadItems {
  readonly items: readonly ListItem[];
  /** Whether there are more, for which no work was left. */
  readonly isCut: boolean;
}

/**
 * Reads the items of a response, as many as there is work for. Items without an ID are left out.
 * Returns `undefined` if the list isn't where it was.
 */
export function readItems(
  response: unknown,
  { items: place, id, changed }: ItemPlaces,
  work: Work,
): ReadItems | undefined {
  const list = resolvePointer(response, place);
  // Some APIs leave out an empty list.
  if (list === undefined || list === null)
    return typeof response === "object" ? { items: [], isCut: false } : undefined;
  if (!Array.isArray(list)) return undefined;
  const items: ListItem[] = [];
  for (const item of list) {
    const value = resolvePointer(item, id);
    const state = JSON.stringify(
      (changed === undefined ? item : resolvePointer(item, changed)) ?? null,
    );
    const units = ITEM_UNITS + Math.ceil(state.length / CHARACTERS_PER_UNIT);
    if (!work.has(units)) return { items, isCut: true };
    work.take(units);
    if (typeof value === "string" || typeof value === "number")
      items.push({ id: String(value), state, item });
  }
  return { items, isCut: false };
}

/** Returns an ID that different items of one response have, so that it can't tell them apart. */
export function findSharedId(items: readonly ListItem[]): string | undefined {
  const seen = new Map<string, string>();
  for (const { id, item } of items) {
    const text = JSON.stringify(item);
    if ((seen.get(id) ?? text) !== text) return id;
    seen.set(id, text);
  }
  return undefined;
}
