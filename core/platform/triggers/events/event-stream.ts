import type { HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { sleep } from "../../../lib/kit/flow/sleep.ts";
import type { EventRecord } from "../../../ports/stores/event-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { createActorWatch } from "../../auth/actor-watch.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import { eventView } from "../../operations/trigger-views.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { createEventFeed, type EventFeed, type FeedViewer, idAt, OVERLAP } from "./event-feed.ts";

/** What a client wants to receive. */
export interface StreamFilter {
  readonly trigger?: string | undefined;
  readonly type?: string | undefined;
  /** Continue after the event with this ID. Absent: with the next event. */
  readonly after?: string | undefined;
}

/** Streams events as they are accepted. */
export interface EventStreams {
  /**
   * Opens a stream of server-sent events (HTML, section 9.2). After a reconnection, the events of
   * the last seconds may be sent again, but none is left out. Throws the `Problem`
   * "rate_limited" if the key has too many.
   */
  open(actor: Actor, filter: StreamFilter): HttpResponse;
  /** Ends all streams. */
  close(): void;
}

interface Viewer extends FeedViewer {
  readonly actor: Actor;
  readonly filter: StreamFilter;
  isOpen(): boolean;
  /** Whether the client has read what was sent. */
  isIdle(): boolean;
  /** Forgets the viewer. Returns whether it was known. */
  stop(): boolean;
}

const MAX_PER_KEY = 5;
const MAX_MILLISECONDS = 3_600_000;
/** The most events that wait for a slow client. */
const MAX_WAITING = 1_000;
/** How many missed events are sent before the client must have read them. */
const CATCH_UP_EVENTS = 500;
/** The most missed events that one connection receives. The next one continues after them. */
const MAX_CATCH_UP = 10_000;
const CATCH_UP_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 20;
const EVENT_ID = /^evt_[0-9a-f]{32}$/;
const ID_LENGTH = "evt_".length + 32;

/** Creates the streams. */
export function createEventStreams({
  eventStore,
  findActors,
  now,
  onError,
}: Pick<TriggerDeps, "eventStore" | "findActors" | "now" | "onError">): EventStreams {
  const viewers = new Set<Viewer>();
  const feeds = new Map<string, EventFeed>();
  const watch = createActorWatch({ findActors, onError });

  const feedOf = (account: string): EventFeed => {
    const feed = feeds.get(account) ?? createEventFeed({ eventStore, account, now, onError });
    feeds.set(account, feed);
    return feed;
  };

  /** Waits until a client has read everything. Ends its stream if that takes too long. */
  const waitUntilIdle = async (viewer: Viewer) => {
    for (let waited = 0; viewer.isOpen() && !viewer.isIdle(); waited += PAUSE_MILLISECONDS) {
      if (waited > CATCH_UP_MILLISECONDS) return viewer.end();
      await sleep(PAUSE_MILLISECONDS);
    }
  };

  /**
   * Sends the events between two IDs, the oldest first, as fast as the client reads. Resolves to
   * whether there are more.
   */
  const sendBetween = async (viewer: Viewer, first: string, end?: string): Promise<boolean> => {
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
      if (stored.length < CATCH_UP_EVENTS) return false;
      await waitUntilIdle(viewer);
      if (!viewer.isOpen()) return false;
      after = stored.at(-1)!.event.id;
    }
    return true;
  };

  /** Sends what the client has missed. The client continues after it if that is too much. */
  const catchUp = async (viewer: Viewer, after: string) => {
    const time = Number.parseInt(after.slice("evt_".length, "evt_".length + 12), 16);
    await sendBetween(viewer, idAt(time - OVERLAP), after);
    if (await sendBetween(viewer, after)) viewer.end();
  };

  const createViewer = (
    actor: Actor,
    filter: StreamFilter,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Viewer => {
    const encoder = new TextEncoder();
    const until = now() + MAX_MILLISECONDS;
    const feed = feedOf(actor.account);
    const isOpen = () => viewers.has(viewer);
    const send = (text: string) => {
      if (!isOpen()) return;
      // The client has stopped reading.
      if ((controller.desiredSize ?? 0) < -MAX_WAITING) viewer.end();
      else controller.enqueue(encoder.encode(text));
    };
    const stop = () => {
      stopWatching();
      feed.remove(viewer);
      if (feed.viewers.size === 0 && feeds.get(actor.account) === feed) feeds.delete(actor.account);
      return viewers.delete(viewer);
    };
    const viewer: Viewer = {
      actor,
      filter,
      isOpen,
      isIdle: () => (controller.desiredSize ?? 0) >= 0,
      receive(event) {
        if (isWanted(actor, filter, event)) send(formatEvent(event));
      },
      sendHeartbeat() {
        if (now() > until) viewer.end();
        else send(":\n\n");
      },
      stop,
      end() {
        if (stop()) controller.close();
      },
    };
    const stopWatching = watch.add(actor, () => viewer.end());
    viewers.add(viewer);
    const { after } = filter;
    // A client that loses the connection before its first event resumes from here.
    const position = after === undefined ? `id: ${idAt(now()).padEnd(ID_LENGTH, "0")}\n` : "";
    send(`retry: 2000\n${position}\n`);
    // The feed first, so that nothing is lost in between. An event may be sent twice.
    void feed
      .add(viewer)
      .then(async () => {
        if (after !== undefined && EVENT_ID.test(after)) await catchUp(viewer, after);
      })
      .catch(onError);
    return viewer;
  };

  return {
    open(actor, filter) {
      const own = [...viewers].filter((viewer) => viewer.actor.id === actor.id);
      if (own.length >= MAX_PER_KEY)
        throw new Problem("rate_limited", `The key has ${MAX_PER_KEY} streams open.`, {
          hint: "Close one of them, or use one stream for several triggers.",
          headers: { "retry-after": "30" },
        });
      let viewer: Viewer;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          viewer = createViewer(actor, filter, controller);
        },
        cancel() {
          viewer.stop();
        },
      });
      return {
        status: 200,
        headers: {
          "content-type": "text/event-stream",
          "cache-control": "no-store",
          // A buffering proxy would hold events back.
          "x-accel-buffering": "no",
        },
        body,
      };
    },
    close() {
      for (const viewer of [...viewers]) viewer.end();
    },
  };
}

const isWanted = (actor: Actor, { trigger, type }: StreamFilter, event: EventRecord): boolean =>
  mayAccessEvent(actor, event) &&
  (trigger === undefined || trigger === event.trigger) &&
  (type === undefined || type === event.type);

const formatEvent = (event: EventRecord): string =>
  `event: event\nid: ${event.id}\ndata: ${JSON.stringify(eventView({ event }))}\n\n`;
