import { encodeBase64 } from "../kit/base64.ts";
import { sha256 } from "../kit/digest.ts";
import type { ListItem } from "./read-items.ts";

/** The kinds of changes of a list. */
export type ItemChange = "new" | "changed" | "removed";

/** A change of a list. A removed item has no content any more. */
export interface ListChange {
  readonly change: ItemChange;
  readonly id: string;
  readonly item: unknown;
  /** Differs for each state of the item. */
  readonly state: string;
}

/** The most items that are remembered. */
const MAX_SEEN = 10_000;
/** The bytes of a digest that are kept. */
const DIGEST_BYTES = 8;

/**
 * What is remembered of a list: a line for each item, the least recently seen first. A line has the
 * digests of the ID and of the state, 23 characters. Removed items can be reported only by their ID,
 * so lines have it too if that is asked for.
 */
export type SeenItems = string;

export interface CompareOptions {
  /** Which changes to report. */
  readonly on: readonly ItemChange[];
  /** Whether the items are the whole list. Otherwise no item counts as removed. */
  readonly isWhole: boolean;
}

/** What a comparison found. */
export interface Comparison {
  /** In the order of the list, then the removed ones. */
  readonly changes: readonly ListChange[];
  readonly seen: SeenItems;
  /** The number of remembered items. */
  readonly count: number;
  /** The number of items that weren't remembered. */
  readonly unknown: number;
}

/** Compares a list with what is remembered of it. */
export async function compareItems(
  seen: SeenItems,
  items: readonly ListItem[],
  { on, isWhole }: CompareOptions,
): Promise<Comparison> {
  const lines = parseSeen(seen);
  const keepsIds = on.includes("removed");
  const changes: ListChange[] = [];
  const present = new Set<string>();
  let unknown = 0;
  for (const { id, state, item } of items) {
    const [idDigest, stateDigest] = await Promise.all([digest(id), digest(state)]);
    if (present.has(idDigest)) continue;
    present.add(idDigest);
    const known = lines.get(idDigest);
    if (!known) unknown++;
    const change = !known ? "new" : "changed";
    if (known?.state !== stateDigest && on.includes(change))
      changes.push({ change, id, item, state: stateDigest });
    // Moves it to the end.
    lines.delete(idDigest);
    lines.set(idDigest, { state: stateDigest, ...(keepsIds && { id }) });
  }
  if (isWhole)
    for (const [idDigest, { id, state }] of lines) {
      if (present.has(idDigest)) continue;
      // Without this, an item that comes back would not be new.
      if (keepsIds) {
        lines.delete(idDigest);
        if (id !== undefined) changes.push({ change: "removed", id, item: { id }, state });
      }
    }
  const kept = [...lines].slice(-MAX_SEEN);
  return { changes, seen: formatSeen(kept), count: kept.length, unknown };
}

interface Line {
  readonly state: string;
  readonly id?: string;
}

function parseSeen(seen: SeenItems): Map<string, Line> {
  const lines = seen === "" ? [] : seen.split("\n");
  return new Map(
    lines.map((line) => {
      const [idDigest = "", state = "", id] = line.split("\t");
      return [idDigest, { state, ...(id !== undefined && { id: JSON.parse(id) as string }) }];
    }),
  );
}

const formatSeen = (lines: readonly (readonly [string, Line])[]): SeenItems =>
  lines
    .map(([idDigest, { state, id }]) =>
      [idDigest, state, ...(id === undefined ? [] : [JSON.stringify(id)])].join("\t"),
    )
    .join("\n");

const digest = async (text: string): Promise<string> =>
  encodeBase64((await sha256(text)).slice(0, DIGEST_BYTES)).replace(/=+$/, "");
