import { sleep } from "../../../lib/kit/flow/sleep.ts";
import type { EventStore } from "../../../ports/stores/event-store.ts";
import { idAt, OVERLAP } from "./event-feed.ts";
import type { StreamViewer } from "./stream-viewer.ts";

/** How many missed events are sent before the client must have read them. */
const CATCH_UP_EVENTS = 500;
/** The most missed events that one connection receives. The next one continues after them. */
const MAX_CATCH_UP = 10_000;
const CATCH_UP_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 20;

/** Sends what the client has missed. The client continues after it if that is too much. */
export async function catchUp(
  eventStore: Pick<EventStore, "listOldest">,
  viewer: StreamViewer,
  after: string,
): Promise<void> {
  const time = Number.parseInt(after.slice("evt_".length, "evt_".length + 12), 16);
  await sendBetween(eventStore, viewer, idAt(time - OVERLAP), after);
  if (await sendBetween(eventStore, viewer, after)) viewer.end();
}

/**
 * Sends the events between two IDs, the oldest first, as fast as the client reads. Resolves to
 * whether there are more.
 */
async function sendBetween(
  eventStore: Pick<EventStore, "listOldest">,
  viewer: StreamViewer,
  first: string,
  end?: string,
): Promise<boolean> {
  const { actor, filter } = viewer;
  let after = first;
  for (let count = 0; count < MAX_CATCH_UP; count += CATCH_UP_EVENTS) {
    const stored = await eventStore.listOldest({
      account: actor.account,
      user: actor.user,
      apps: actor.apps,
      trigger: filter.trigger,
      type: filter.type,
      after,
      limit: CATCH_UP_EVENTS,
    });
    for (const { event } of stored) {
      if (end !== undefined && event.id >= end) return false;
      viewer.receive(event);
    }
    const last = stored.at(-1);
    if (!last || stored.length < CATCH_UP_EVENTS) return false;
    await waitUntilIdle(viewer);
    if (!viewer.isOpen) return false;
    after = last.event.id;
  }
  return true;
}

/** Waits until a client has read everything. Ends its stream if that takes too long. */
async function waitUntilIdle(viewer: StreamViewer): Promise<void> {
  for (let waited = 0; viewer.isOpen && !viewer.isIdle; waited += PAUSE_MILLISECONDS) {
    if (waited > CATCH_UP_MILLISECONDS) return viewer.end();
    await sleep(PAUSE_MILLISECONDS);
  }
}
