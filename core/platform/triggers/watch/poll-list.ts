import { Problem } from "../../../http/problem.ts";
import type { Work } from "../../../lib/kit/flow/work.ts";
import {
  findItems,
  findSharedId,
  type ItemPlaces,
  type ListItem,
  type ReadItems,
  readItems,
} from "../../../lib/list-watch/index.ts";
import type { PollWatch } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import type { QueryResult } from "../../runs/run-service.ts";

import { CheckFailure } from "./check-failure.ts";
import type { SendPollRequest } from "./poll-requests.ts";

const DEFAULT_INTERVAL_SECONDS = 300;
const DEFAULT_PAGES = 5;
const NOT_MODIFIED = 304;
const MIN_OVERLAP = 300_000;

/** What a poll remembers. Stored as JSON. */
interface Cursor {
  readonly seen: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** When the last check began, in milliseconds since 1970. */
  readonly since?: number | undefined;
}

/** A list as it was read. */
export interface ReadList {
  readonly items: readonly ListItem[];
  /** Whether there are no more pages. */
  readonly isWhole: boolean;
  /** Whether there was no work left for the rest of the list. */
  readonly isCut: boolean;
  readonly isUnchanged: boolean;
  readonly first: QueryResult;
  /** Absent while the list has never had an item. */
  readonly places?: ItemPlaces | undefined;
}

interface ReadListOptions {
  readonly places?: ItemPlaces | undefined;
  readonly cursor?: Cursor | undefined;
  readonly isFresh?: boolean | undefined;
  /** What reading the items may take. */
  readonly work: Work;
  isKnown(items: readonly ListItem[]): Promise<boolean>;
}

type ListReader = (
  actor: Actor,
  watch: PollWatch,
  connection: string | undefined,
  options: ReadListOptions,
) => Promise<ReadList>;

/** Creates the function that reads pages of a list until one has nothing unknown. */
export const createListReader =
  (query: SendPollRequest): ListReader =>
  async (actor, watch, connection, { places: known, cursor, isFresh, work, isKnown }) => {
    const input = withSince(watch, cursor, intervalOf(watch));
    const first = requireSuccess(
      await query(actor, watch, connection, {
        input,
        headers: conditions(watch, cursor),
        isFresh,
      }),
    );
    if (first.status === NOT_MODIFIED)
      return { items: [], isWhole: false, isCut: false, isUnchanged: true, first, places: known };
    const places = known ?? requireItems(watch, first.data);
    if (!places) return { items: [], isWhole: true, isCut: false, isUnchanged: false, first };
    const read = requireReadable(first.data, places, { watch, work });
    const items = [...read.items];
    let { isCut } = read;
    let page = first;
    for (let pages = 1; page.next && !isCut && pages < (watch.pages ?? DEFAULT_PAGES); pages++) {
      if (await isKnown(items)) break;
      page = requireSuccess(
        await query(actor, watch, connection, {
          input: { ...input, ...page.next },
          isFresh,
          hasBegun: true,
        }),
      );
      const more = requireReadable(page.data, places, { watch, work });
      items.push(...more.items);
      isCut = more.isCut;
    }
    return { items, isWhole: !page.next && !isCut, isCut, isUnchanged: false, first, places };
  };

export const intervalOf = ({ interval = DEFAULT_INTERVAL_SECONDS }: PollWatch): number =>
  interval * 1_000;

/** Finds the items of a response. Returns undefined if it has only empty lists. */
function requireItems(watch: PollWatch, response: unknown): ItemPlaces | undefined {
  const found = findItems(response, watch.tool);
  const given = overridePlaces(undefined, watch);
  if (!("message" in found)) return { ...found, ...given };
  if (found.isEmpty) return undefined;
  throw new Problem("poll_not_possible", found.message, {
    hint: "Send items and id, as JSON Pointers into the response and into an item.",
    errors: [{ pointer: "/watch/items", detail: found.message }],
  });
}

/** The places that the caller gave, if they are enough. */
export const givenPlaces = ({ items, id, changed }: PollWatch): ItemPlaces | undefined =>
  items === undefined || id === undefined ? undefined : { items, id, ...(changed && { changed }) };

export const overridePlaces = (
  found: ItemPlaces | undefined,
  { items, id, changed }: PollWatch,
): ItemPlaces | undefined =>
  ({
    ...found,
    ...(items !== undefined && { items }),
    ...(id !== undefined && { id }),
    ...(changed !== undefined && { changed }),
  }) as ItemPlaces;

function requireReadable(
  response: unknown,
  places: ItemPlaces,
  { watch, work }: { readonly watch: PollWatch; readonly work: Work },
): ReadItems {
  const read = readItems(response, places, work);
  if (!read)
    throw new CheckFailure(
      "list_changed",
      `The response no longer has a list at "${places.items}".`,
    );
  const shared = watch.id === undefined ? findSharedId(read.items) : undefined;
  if (shared !== undefined)
    throw new CheckFailure(
      "list_changed",
      `Several items have "${shared}" at "${places.id}", so it doesn't tell them apart. Update the trigger with the watch's id, as a JSON Pointer into an item.`,
    );
  return read;
}

function requireSuccess(result: QueryResult): QueryResult {
  const { failure } = result;
  if (!failure) return result;
  throw new CheckFailure(failure.code, failure.message, failure.retryAfter);
}

/** Asks for items since the last check, with an overlap for late ones. */
function withSince(
  { arguments: input = {}, since }: PollWatch,
  cursor: Cursor | undefined,
  interval: number,
): Record<string, unknown> {
  if (since === undefined || cursor?.since === undefined) return input;
  const overlap = Math.max(2 * interval, MIN_OVERLAP);
  return { ...input, [since]: new Date(cursor.since - overlap).toISOString() };
}

/** A request with another time each time has another response. */
function conditions(
  { since }: PollWatch,
  cursor: Cursor | undefined,
): Record<string, string> | undefined {
  if (!cursor || since !== undefined) return undefined;
  if (cursor.etag !== undefined) return { "if-none-match": cursor.etag };
  return cursor.lastModified === undefined
    ? undefined
    : { "if-modified-since": cursor.lastModified };
}

export const createCursor = (seen: string, { headers }: QueryResult, since: number): Cursor => ({
  seen,
  etag: headers.get("etag") ?? undefined,
  lastModified: headers.get("last-modified") ?? undefined,
  since,
});

export const parseCursor = (text: string | undefined): Cursor =>
  text === undefined ? { seen: "" } : (JSON.parse(text) as Cursor);
