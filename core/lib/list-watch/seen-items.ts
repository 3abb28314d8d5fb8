import { encodeBase64 } from "../kit/bytes/base64.ts";
import { sha256 } from "../kit/bytes/digest.ts";
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
type SeenItems = string;

interface CompareOptions {
  /** Which changes to report. */
  readonly on: readonly ItemChange[];
  /** Whether the items are the whole list. Otherwise no item counts as removed. */
  readonly isWhole: boolean;
  /** The most changes to report. The next comparison reports the others. Default: all. */
  readonly max?: number | undefined;
}

/** What a comparison found. */
interface Comparison {
  /** In the order of the list, then the removed ones. The last ones if there are too many. */
  readonly changes: readonly ListChange[];
  /** The number of changes that the next comparison reports. */
  readonly deferred: number;
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
  { on, isWhole, max = Infinity }: CompareOptions,
): Promise<Comparison> {
  const lines = parseSeen(seen);
  const keepsIds = on.includes("removed");
  const found: FoundChange[] = [];
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
      found.push({ change: { change, id, item, state: stateDigest }, idDigest, known });
    // Moves it to the end.
    lines.delete(idDigest);
    lines.set(idDigest, { state: stateDigest, ...(keepsIds && { id }) });
  }
  if (isWhole)
    for (const [idDigest, known] of lines) {
      const { id, state } = known;
      if (present.has(idDigest)) continue;
      // Without this, an item that comes back would not be new.
      if (keepsIds) {
        lines.delete(idDigest);
        if (id !== undefined)
          found.push({ change: { change: "removed", id, item: { id }, state }, idDigest, known });
      }
    }
  const deferred = found.slice(0, Math.max(0, found.length - max));
  for (const { idDigest, known } of deferred)
    if (known) lines.set(idDigest, known);
    else lines.delete(idDigest);
  const kept = [...lines].slice(-MAX_SEEN);
  return {
    changes: found.slice(deferred.length).map(({ change }) => change),
    deferred: deferred.length,
    seen: formatSeen(kept),
    count: kept.length,
    unknown,
  };
}

/** A change, and the line of its item before. */
interface FoundChange {
  readonly change: ListChange;
  readonly idDigest: string;
  readonly known: Line | undefined;
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
