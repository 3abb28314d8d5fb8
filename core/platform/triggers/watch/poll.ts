import { Problem } from "../../../http/problem.ts";
import { crc32 } from "../../../lib/kit/bytes/crc32.ts";
import { Work } from "../../../lib/kit/flow/work.ts";
import {
  compareItems,
  type ListChange,
  nextCheck,
  yieldDelay,
} from "../../../lib/list-watch/index.ts";
import {
  appOf,
  type StoredTrigger,
  type Trigger,
  type TriggerProgress,
} from "../../../ports/stores/trigger-store.ts";
import type { PollWatch } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import type { QueryResult } from "../../runs/run-service.ts";
import { findTriggerActor } from "../actions/find-trigger-actor.ts";
import type { EventInput } from "../events/create-event.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { CheckFailure } from "./check-failure.ts";
import {
  createCursor,
  createListReader,
  givenPlaces,
  intervalOf,
  overridePlaces,
  parseCursor,
  type ReadList,
} from "./poll-list.ts";
import { createPollRequests } from "./poll-requests.ts";
import type { CheckOptions, CheckResult, Preparation, PrepareOptions, Watcher } from "./watcher.ts";

/** What reading a list may take when a trigger is created. */
const PREPARE_WORK = 1_000_000;
const MAX_SAMPLES = 2;

/** Watches the items that a tool lists. */
export class PollWatcher implements Watcher<PollWatch> {
  readonly #deps: TriggerDeps;
  readonly #readList: ReturnType<typeof createListReader>;

  constructor(deps: TriggerDeps) {
    this.#deps = deps;
    this.#readList = createListReader(createPollRequests(deps));
  }

  async prepare(watch: PollWatch, options: PrepareOptions<PollWatch>): Promise<Preparation> {
    const { actor, previous } = options;
    await requireReadTool(this.#deps, actor, watch);
    if (previous && isSameList(previous.stored, watch)) {
      const { progress, connection } = previous.stored.trigger;
      return {
        watch,
        app: appOf(watch),
        connection,
        progress: {
          ...progress,
          found: overridePlaces(progress.found, watch),
          due: this.#schedule(watch, 0),
        },
      };
    }
    if (previous && previous.seenItems === undefined)
      throw new Problem("invalid_input", "The tool or its arguments change.", {
        hint: "Send seen_items: keep, to fire for all items that the trigger hasn't seen, or restart, to fire only for later ones.",
        errors: [{ pointer: "/seen_items", detail: "Required because the list changes." }],
      });
    return this.#prepareNew(actor, watch, previous?.seenItems === "keep");
  }

  async check(
    stored: StoredTrigger<PollWatch>,
    { isByHand, work }: CheckOptions,
  ): Promise<CheckResult> {
    const { triggerStore, limits, now } = this.#deps;
    const { trigger } = stored;
    const { progress, watch } = trigger;
    const actor = await findTriggerActor(this.#deps, trigger);
    // The trigger is paused now, so this result isn't stored.
    if (!actor) return { events: [], progress };
    const startedAt = now();
    const cursor = parseCursor(await triggerStore.findCursor(trigger.id));
    const on = watch.on ?? ["new"];
    const list = await this.#readList(actor, watch, trigger.connection ?? watch.connection, {
      places: progress.found,
      cursor,
      isFresh: isByHand,
      work,
      isKnown: async (items) =>
        (await compareItems(cursor.seen, items, { on, isWhole: false })).unknown === 0,
    });
    const { items, isWhole, isUnchanged, first, places } = list;
    const compared = await compareItems(cursor.seen, items, {
      on,
      isWhole: isWhole && !watch.since,
      max: limits.eventsPerRequest,
    });
    const { changes } = compared;
    const hasMore = compared.deferred > 0;
    const gap = describeGap(list, compared.unknown);
    const quiet = changes.length > 0 ? 0 : (progress.quiet ?? 0) + 1;
    const next: TriggerProgress = {
      ...progress,
      quiet,
      checked: new Date(startedAt).toISOString(),
      found: places,
      seen: isUnchanged ? progress.seen : compared.count,
      due: this.#schedule(watch, quiet, first),
    };
    return {
      // Most lists have the newest item first.
      events: changes.map((change) => toEvent(change, startedAt, canReturn(watch))).reverse(),
      progress: next,
      ...(!isUnchanged && {
        cursor: JSON.stringify(
          // The same response has the rest.
          hasMore
            ? { seen: compared.seen, since: cursor.since }
            : createCursor(compared.seen, first, startedAt),
        ),
      }),
      ...(gap !== undefined && { gap }),
    };
  }

  resume({ progress }: Trigger<PollWatch>): TriggerProgress {
    return { ...progress, due: this.#deps.now() };
  }

  /** Reads a list that the trigger hasn't read before. */
  async #prepareNew(actor: Actor, watch: PollWatch, isKept: boolean): Promise<Preparation> {
    const startedAt = this.#deps.now();
    const { items, first, places } = await this.#readList(actor, watch, watch.connection, {
      places: givenPlaces(watch),
      // A shared list may be older than the last item.
      isFresh: true,
      work: new Work(PREPARE_WORK),
      isKnown: async () => false,
    }).catch(rejectWatch);
    const { seen, count, changes } = await compareItems("", items, {
      // Removed items can be reported only if their IDs are remembered.
      on: ["new", ...(watch.on ?? [])],
      isWhole: true,
    });
    const events = changes.map((change) => toEvent(change, startedAt, canReturn(watch)));
    return {
      watch,
      app: appOf(watch),
      connection: first.connection,
      progress: {
        due: this.#schedule(watch, 0, first),
        checked: new Date(startedAt).toISOString(),
        found: places,
        seen: count,
      },
      ...(!isKept && { cursor: JSON.stringify(createCursor(seen, first, startedAt)) }),
      samples: events.slice(0, MAX_SAMPLES),
      backfill: isKept ? [] : events.slice(0, watch.backfill ?? 0).reverse(),
    };
  }

  #schedule(watch: PollWatch, quiet: number, first?: QueryResult): number {
    const { tool, arguments: input = {}, connection = "" } = watch;
    const at = this.#deps.now();
    const next = nextCheck({
      now: at,
      interval: intervalOf(watch),
      isAdaptive: watch.adaptive ?? true,
      quiet,
      phase: crc32(encodeURIComponent(JSON.stringify([tool, input, connection]))),
    });
    return Math.max(next, at + (first ? yieldDelay(first.headers, at) : 0));
  }
}

/** Why older items may be missing, if the list goes on after the items that were read. */
function describeGap(
  { items, isWhole, isCut, isUnchanged }: ReadList,
  unknown: number,
): string | undefined {
  const isOpenEnded = !isUnchanged && !isWhole && unknown === items.length;
  if (!isOpenEnded || items.length === 0) return undefined;
  return isCut
    ? `The list has more items than a check can read. Only its first ${items.length} items were read.`
    : `All ${items.length} items that were read are new, and the list goes on. Older new items may be missing.`;
}

async function requireReadTool(
  { catalogViewFor, runs }: TriggerDeps,
  actor: Actor,
  { tool: name, connection, arguments: input = {} }: PollWatch,
): Promise<void> {
  const catalogView = catalogViewFor(actor);
  const { tool } = await catalogView.toolForRun(name, connection);
  const method = tool.binding?.method;
  if (!tool.annotations.readOnly || (method !== undefined && method !== "GET" && method !== "HEAD"))
    throw new Problem("poll_not_possible", `Tool "${name}" may change something.`, {
      hint: "Choose a tool that only reads a list. See GET /api/v1/apps/{app}/triggers.",
      errors: [{ pointer: "/watch/tool", detail: "Must be a tool that only reads." }],
    });
  await runs.check(catalogView, { tool: name, connection, input });
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

const isSameList = (
  { trigger: { watch: before } }: StoredTrigger<PollWatch>,
  { tool, arguments: input = {} }: PollWatch,
) => {
  return before.tool === tool && JSON.stringify(before.arguments ?? {}) === JSON.stringify(input);
};

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
