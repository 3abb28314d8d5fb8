import { resolvePointer } from "../kit/json-pointer.ts";
import type { ItemPlaces } from "./find-items.ts";

/** An item of a list. */
export interface ListItem {
  readonly id: string;
  /** What changes with the item. */
  readonly state: string;
  readonly item: unknown;
}

/**
 * Reads the items of a response. Items without an ID are left out. Returns `undefined` if the list
 * isn't where it was.
 */
export function readItems(
  response: unknown,
  { items: place, id, changed }: ItemPlaces,
): readonly ListItem[] | undefined {
  const list = resolvePointer(response, place);
  // Some APIs leave out an empty list.
  if (list === undefined || list === null) return typeof response === "object" ? [] : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((item): ListItem[] => {
    const value = resolvePointer(item, id);
    if (typeof value !== "string" && typeof value !== "number") return [];
    const state = changed === undefined ? item : resolvePointer(item, changed);
    return [{ id: String(value), state: JSON.stringify(state ?? null), item }];
  });
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
