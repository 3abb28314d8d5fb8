import { Problem } from "../../../http/problem.ts";
import { crc32 } from "../../../lib/kit/crc32.ts";
import {
  compareItems,
  findItems,
  findSharedId,
  type ItemPlaces,
  type ListChange,
  type ListItem,
  nextCheck,
  readItems,
  yieldDelay,
} from "../../../lib/list-watch/index.ts";
import type { StoredTrigger, TriggerProgress } from "../../../ports/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { QueryResult } from "../../runs/run-service.ts";
import type { EventInput } from "../accept-events.ts";
import { appOf } from "../carry-out-actions.ts";
import { CheckFailure } from "../check-failure.ts";
import { findTriggerActor } from "../find-trigger-actor.ts";
import type { PollWatch, TriggerDeps } from "../trigger-types.ts";
import { createPollRequests } from "./poll-requests.ts";
import type { CheckResult, Preparation, PrepareOptions, Watcher } from "./watcher.ts";

const DEFAULT_INTERVAL_SECONDS = 300;
const DEFAULT_PAGES = 5;
const NOT_MODIFIED = 304;
/** The most events of a check. */
const MAX_EVENTS = 1_000;
const MAX_SAMPLES = 2;
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
interface ReadList {
  readonly items: readonly ListItem[];
  /** Whether there are no more pages. */
  readonly isWhole: boolean;
  readonly isUnchanged: boolean;
  readonly first: QueryResult;
  /** Absent while the list has never had an item. */
  readonly places?: ItemPlaces | undefined;
}

/** Watches the items that a tool lists. */
export function createPollWatcher(deps: TriggerDeps): Watcher<PollWatch> {
  const { triggerStore, now } = deps;
  const query = createPollRequests(deps);

  /** Reads pages until one has nothing unknown. */
  const readList = async (
    actor: Actor,
    watch: PollWatch,
    connection: string | undefined,
    {
      places: known,
      cursor,
      isFresh,
      isKnown,
    }: {
      readonly places?: ItemPlaces | undefined;
      readonly cursor?: Cursor | undefined;
      readonly isFresh?: boolean | undefined;
      isKnown(items: readonly ListItem[]): Promise<boolean>;
    },
  ): Promise<ReadList> => {
    const input = withSince(watch, cursor, intervalOf(watch));
    const first = requireSuccess(
      await query(actor, watch, connection, {
        input,
        headers: conditions(watch, cursor),
        isFresh,
      }),
    );
    if (first.status === NOT_MODIFIED)
      return { items: [], isWhole: false, isUnchanged: true, first, places: known };
    const places = known ?? requireItems(watch, first.data);
    if (!places) return { items: [], isWhole: true, isUnchanged: false, first };
    const items = [...requireReadable(first.data, places, watch)];
    let page = first;
    for (let read = 1; page.next && read < (watch.pages ?? DEFAULT_PAGES); read++) {
      if (await isKnown(items)) break;
      page = requireSuccess(
        await query(actor, watch, connection, {
          input: { ...input, ...page.next },
          isFresh,
          hasBegun: true,
        }),
      );
      items.push(...requireReadable(page.data, places, watch));
    }
    return { items, isWhole: !page.next, isUnchanged: false, first, places };
  };

  const schedule = (watch: PollWatch, quiet: number, first?: QueryResult): number => {
    const { tool, arguments: input = {}, connection = "" } = watch;
    const at = now();
    const next = nextCheck({
      now: at,
      interval: intervalOf(watch),
      isAdaptive: watch.adaptive ?? true,
      quiet,
      phase: crc32(encodeURIComponent(JSON.stringify([tool, input, connection]))),
    });
    return Math.max(next, at + (first ? yieldDelay(first.headers, at) : 0));
  };

  const prepare = async (watch: PollWatch, options: PrepareOptions): Promise<Preparation> => {
    const { actor, previous } = options;
    const app = appOf(watch);
    await requireReadTool(deps, actor, watch);
    if (previous && isSameList(previous.stored, watch)) {
      const { progress, connection } = previous.stored.trigger;
      return {
        watch,
        app,
        connection,
        progress: {
          ...progress,
          found: overridePlaces(progress.found, watch),
          due: schedule(watch, 0),
        },
      };
    }
    if (previous && previous.seenItems === undefined)
      throw new Problem("invalid_input", "The tool or its arguments change.", {
        hint: "Send seen_items: keep, to fire for all items that the trigger hasn't seen, or restart, to fire only for later ones.",
        errors: [{ pointer: "/seen_items", detail: "Required because the list changes." }],
      });
    const startedAt = now();
    const { items, first, places } = await readList(actor, watch, watch.connection, {
      places: givenPlaces(watch),
      // A shared list may be older than the last item.
      isFresh: true,
      isKnown: async () => false,
    }).catch(rejectWatch);
    const { seen, count, changes } = await compareItems("", items, {
      // Removed items can be reported only if their IDs are remembered.
      on: ["new", ...(watch.on ?? [])],
      isWhole: true,
    });
    const isKept = previous?.seenItems === "keep";
    const events = changes.map((change) => toEvent(change, startedAt, canReturn(watch)));
    return {
      watch,
      app,
      connection: first.connection,
      progress: {
        due: schedule(watch, 0, first),
        checked: new Date(startedAt).toISOString(),
        found: places,
        seen: count,
      },
      ...(!isKept && { cursor: JSON.stringify(createCursor(seen, first, startedAt)) }),
      samples: events.slice(0, MAX_SAMPLES),
      backfill: isKept ? [] : events.slice(0, watch.backfill ?? 0).reverse(),
    };
  };

  const check = async (
    stored: StoredTrigger,
    { isByHand }: { readonly isByHand?: boolean | undefined },
  ): Promise<CheckResult> => {
    const { trigger } = stored;
    const { progress } = trigger;
    const watch = trigger.watch as unknown as PollWatch;
    const actor = await findTriggerActor(deps, trigger);
    // The trigger is paused now, so this result isn't stored.
    if (!actor) return { events: [], progress };
    const startedAt = now();
    const cursor = parseCursor(await triggerStore.findCursor(trigger.id));
    const on = watch.on ?? ["new"];
    const list = await readList(actor, watch, trigger.connection ?? watch.connection, {
      places: progress.found,
      cursor,
      isFresh: isByHand,
      isKnown: async (items) =>
        (await compareItems(cursor.seen, items, { on, isWhole: false })).unknown === 0,
    });
    const { items, isWhole, isUnchanged, first, places } = list;
    const compared = await compareItems(cursor.seen, items, {
      on,
      isWhole: isWhole && !watch.since,
    });
    const newest = compared.changes.slice(0, MAX_EVENTS);
    const isCut = compared.changes.length > MAX_EVENTS;
    const isOpenEnded = !isUnchanged && !isWhole && compared.unknown === items.length;
    const quiet = newest.length > 0 ? 0 : (progress.quiet ?? 0) + 1;
    const next: TriggerProgress = {
      ...progress,
      quiet,
      checked: new Date(startedAt).toISOString(),
      found: places,
      seen: isUnchanged ? progress.seen : compared.count,
      due: schedule(watch, quiet, first),
    };
    return {
      // Most lists have the newest item first.
      events: newest.map((change) => toEvent(change, startedAt, canReturn(watch))).reverse(),
      progress: next,
      ...(!isUnchanged && {
        cursor: JSON.stringify(createCursor(compared.seen, first, startedAt)),
      }),
      ...((isCut || (isOpenEnded && items.length > 0)) && {
        gap: isCut
          ? `${compared.changes.length} items changed at once. Only ${MAX_EVENTS} of them became events.`
          : `All ${items.length} items that were read are new, and the list goes on. Older new items may be missing.`,
      }),
    };
  };

  return {
    prepare,
    check,
    resume: ({ progress }) => ({ ...progress, due: now() }),
  };
}

const intervalOf = ({ interval = DEFAULT_INTERVAL_SECONDS }: PollWatch): number => interval * 1_000;

async function requireReadTool(
  { catalogViewFor, runs }: TriggerDeps,
  actor: Actor,
  { tool: name, arguments: input = {} }: PollWatch,
): Promise<void> {
  const catalogView = catalogViewFor(actor);
  const { tool } = await catalogView.toolForRun(name);
  const method = tool.binding?.method;
  if (!tool.annotations.readOnly || (method !== undefined && method !== "GET" && method !== "HEAD"))
    throw new Problem("poll_not_possible", `Tool "${name}" may change something.`, {
      hint: "Choose a tool that only reads a list. See GET /api/v1/apps/{app}/triggers.",
      errors: [{ pointer: "/watch/tool", detail: "Must be a tool that only reads." }],
    });
  await runs.check(catalogView, { tool: name, input });
}

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
const givenPlaces = ({ items, id, changed }: PollWatch): ItemPlaces | undefined =>
  items === undefined || id === undefined ? undefined : { items, id, ...(changed && { changed }) };

const overridePlaces = (
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
  watch: PollWatch,
): readonly ListItem[] {
  const items = readItems(response, places);
  if (!items)
    throw new CheckFailure(
      "list_changed",
      `The response has no list at "${places.items}" any more.`,
    );
  const shared = watch.id === undefined ? findSharedId(items) : undefined;
  if (shared !== undefined)
    throw new CheckFailure(
      "list_changed",
      `Several items have "${shared}" at "${places.id}", so it doesn't tell them apart. Update the trigger with the watch's id, as a JSON Pointer into an item.`,
    );
  return items;
}

/** Converts the failure of the first check, which the caller can correct. */
function rejectWatch(error: unknown): never {
  if (!(error instanceof CheckFailure)) throw error;
  throw new Problem("poll_not_possible", error.message, {
    hint: "Run the tool with the same arguments to see the whole response. Then correct the arguments, or try again later.",
    errors: [{ pointer: "/watch", detail: error.message }],
    cause: error,
  });
}

function requireSuccess(result: QueryResult): QueryResult {
  const { failure } = result;
  if (!failure) return result;
  throw new CheckFailure(failure.code, failure.message, failure.retryAfter);
}

const isSameList = ({ trigger }: StoredTrigger, { tool, arguments: input = {} }: PollWatch) => {
  const before = trigger.watch as unknown as PollWatch;
  return before.tool === tool && JSON.stringify(before.arguments ?? {}) === JSON.stringify(input);
};

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

const createCursor = (seen: string, { headers }: QueryResult, since: number): Cursor => ({
  seen,
  etag: headers.get("etag") ?? undefined,
  lastModified: headers.get("last-modified") ?? undefined,
  since,
});

const parseCursor = (text: string | undefined): Cursor =>
  text === undefined ? { seen: "" } : (JSON.parse(text) as Cursor);

const MAX_SUBJECT = 120;

/** Whether an item that was removed can be new again. */
const canReturn = ({ on = [] }: PollWatch): boolean => on.includes("removed");

/** Each state of an item is one event, however often it is read. */
function toEvent(
  { change, id, item, state }: ListChange,
  at: number,
  canReturn: boolean,
): EventInput {
  const suffix = { new: canReturn ? `.${at}` : "", changed: `.${state}`, removed: `.${at}` }[
    change
  ];
  return {
    key: `${change}.${id.slice(0, MAX_SUBJECT)}${suffix}`,
    type: `poll.${change}`,
    subject: id.slice(0, MAX_SUBJECT),
    data: item,
  };
}
