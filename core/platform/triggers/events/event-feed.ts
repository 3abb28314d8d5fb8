import { sleep } from "../../../lib/kit/flow/sleep.ts";
import type { EventRecord, EventStore } from "../../../ports/stores/event-store.ts";

/** A client that follows the events of an account. */
export interface FeedViewer {
  /** Receives an event of the account, which the viewer may not be allowed to see. */
  receive(event: EventRecord): void;
  /** Called about every 15 seconds. */
  sendHeartbeat(): void;
  /** Called if there were more events than the feed reads. The client has to continue later. */
  end(): void;
}

/** The new events of an account. One query serves all viewers, and there is none without a viewer. */
export interface EventFeed {
  readonly viewers: ReadonlySet<FeedViewer>;
  /** Resolves when the viewer receives events. Those that were accepted before aren't sent. */
  add(viewer: FeedViewer): Promise<void>;
  remove(viewer: FeedViewer): void;
}

interface EventFeedOptions {
  readonly eventStore: Pick<EventStore, "listOldest">;
  readonly account: string;
  /** Milliseconds since 1970. */
  now(): number;
  onError(error: unknown): void;
}

const LOOK_MILLISECONDS = 500;
const HEARTBEAT_LOOKS = 30;
/**
 * Each look goes back this far, because processes and transactions may commit events in another
 * order than that of their IDs.
 */
export const OVERLAP = 5_000;
const PAGE = 1_000;
/** The most events of the overlap that a look reads. */
const MAX_RECENT = 10_000;

/** Creates the feed of an account. */
export function createEventFeed({
  eventStore,
  account,
  now,
  onError,
}: EventFeedOptions): EventFeed {
  const viewers = new Set<FeedViewer>();
  /** The IDs of the events of the overlap that were sent. */
  let seen = new Set<string>();
  let starting: Promise<void> | undefined;

  /** Resolves to `undefined` if there are too many. */
  const readRecent = async (): Promise<readonly EventRecord[] | undefined> => {
    const events: EventRecord[] = [];
    let after = idAt(now() - OVERLAP);
    while (events.length < MAX_RECENT) {
      const page = await eventStore.listOldest({ account, after, limit: PAGE });
      events.push(...page.map(({ event }) => event));
      const last = page.at(-1);
      if (!last || page.length < PAGE) return events;
      after = last.event.id;
    }
    return undefined;
  };

  const look = async () => {
    const events = await readRecent();
    if (!events) {
      for (const viewer of [...viewers]) viewer.end();
      return;
    }
    const fresh = events.filter(({ id }) => !seen.has(id));
    seen = new Set(events.map(({ id }) => id));
    for (const viewer of viewers) for (const event of fresh) viewer.receive(event);
  };

  const run = async () => {
    for (let looks = 1; viewers.size > 0; looks++) {
      await look().catch(onError);
      if (looks % HEARTBEAT_LOOKS === 0) for (const viewer of [...viewers]) viewer.sendHeartbeat();
      await sleep(LOOK_MILLISECONDS);
    }
    starting = undefined;
    seen.clear();
  };

  const start = async () => {
    const events = await readRecent().catch(onError);
    seen = new Set(events?.map(({ id }) => id));
    void run();
  };

  return {
    viewers,
    add(viewer) {
      viewers.add(viewer);
      starting ??= start();
      return starting;
    },
    remove: (viewer) => void viewers.delete(viewer),
  };
}

/** The start of the IDs of events that were accepted at a time. */
export const idAt = (milliseconds: number): string =>
  `evt_${Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, "0")}`;
