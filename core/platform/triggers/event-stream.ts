import type { HttpResponse } from "../../http/handler.ts";
import { Problem } from "../../http/problem.ts";
import { sleep } from "../../lib/kit/sleep.ts";
import type { EventRecord } from "../../ports/event-store.ts";
import type { Actor } from "../auth/actor.ts";
import { eventView } from "../operations/trigger-views.ts";
import { mayViewEvent } from "./event-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";

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

interface Viewer {
  readonly actor: Actor;
  readonly filter: StreamFilter;
  readonly until: number;
  /** Whether the client has read what was sent. */
  isIdle(): boolean;
  send(text: string): void;
  end(): void;
}

const LOOK_MILLISECONDS = 500;
const HEARTBEAT_LOOKS = 30;
const MAX_PER_KEY = 5;
const MAX_MILLISECONDS = 3_600_000;
/**
 * Each look goes back this far, because processes and transactions may commit events in another
 * order than that of their IDs.
 */
const OVERLAP = 5_000;
const MAX_EVENTS = 1_000;
/** The most events that wait for a slow client. */
const MAX_WAITING = 1_000;
/** How many missed events are sent before the client must have read them. */
const CATCH_UP_EVENTS = 500;
const CATCH_UP_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 20;
const EVENT_ID = /^evt_[0-9a-f]{32}$/;
const ID_LENGTH = "evt_".length + 32;

/** Creates the streams. One query serves all of them, and there is none without a viewer. */
export function createEventStreams({
  eventStore,
  findActor,
  now,
  onError,
}: Pick<TriggerDeps, "eventStore" | "findActor" | "now" | "onError">): EventStreams {
  const viewers = new Set<Viewer>();
  /** The events of the overlap that were sent. */
  let seen = new Map<string, EventRecord>();
  let starting: Promise<void> | undefined;

  const end = (viewer: Viewer) => {
    viewers.delete(viewer);
    viewer.end();
  };

  const readRecent = async () => {
    let page = await eventStore.listAfter(idAt(now() - OVERLAP), MAX_EVENTS);
    const stored = [...page];
    while (page.length === MAX_EVENTS) {
      page = await eventStore.listAfter(page.at(-1)!.event.id, MAX_EVENTS);
      stored.push(...page);
    }
    return stored;
  };
  const remember = (stored: Awaited<ReturnType<typeof readRecent>>) => {
    seen = new Map(stored.map(({ event }) => [event.id, event]));
  };

  const look = async () => {
    const stored = await readRecent();
    const fresh = stored.map(({ event }) => event).filter(({ id }) => !seen.has(id));
    remember(stored);
    for (const viewer of viewers) for (const event of fresh) sendTo(viewer, event);
  };

  /** A revoked key ends its streams. */
  const endRevoked = async () => {
    for (const viewer of [...viewers]) {
      viewer.send(":\n\n");
      const { account, id } = viewer.actor;
      if (now() > viewer.until || !(await findActor(account, id))) end(viewer);
    }
  };

  const run = async () => {
    for (let looks = 1; viewers.size > 0; looks++) {
      await look().catch(onError);
      if (looks % HEARTBEAT_LOOKS === 0) await endRevoked().catch(onError);
      await sleep(LOOK_MILLISECONDS);
    }
    starting = undefined;
    seen.clear();
  };

  /** Starts looking. Events that were accepted before aren't sent. */
  const start = (): Promise<void> => {
    starting ??= readRecent()
      .then(remember, onError)
      .then(() => void run());
    return starting;
  };

  /** Waits until a client has read everything. Ends its stream if that takes too long. */
  const waitUntilIdle = async (viewer: Viewer) => {
    for (let waited = 0; viewers.has(viewer) && !viewer.isIdle(); waited += PAUSE_MILLISECONDS) {
      if (waited > CATCH_UP_MILLISECONDS) return end(viewer);
      await sleep(PAUSE_MILLISECONDS);
    }
  };

  /** Sends what the client has missed, the oldest event first, as fast as it reads. */
  const catchUp = async (viewer: Viewer, after: string) => {
    const time = Number.parseInt(after.slice("evt_".length, "evt_".length + 12), 16);
    let position = idAt(time - OVERLAP);
    for (;;) {
      const stored = await eventStore.listAfter(position, CATCH_UP_EVENTS);
      for (const { event } of stored) if (event.id !== after) sendTo(viewer, event);
      const last = stored.at(-1)?.event.id;
      if (last === undefined || stored.length < CATCH_UP_EVENTS) return;
      await waitUntilIdle(viewer);
      if (!viewers.has(viewer)) return;
      position = last;
    }
  };

  return {
    open(actor, filter) {
      const own = [...viewers].filter((viewer) => viewer.actor.id === actor.id);
      if (own.length >= MAX_PER_KEY)
        throw new Problem("rate_limited", `The key has ${MAX_PER_KEY} streams open.`, {
          hint: "Close one of them, or use one stream for several triggers.",
          headers: { "retry-after": "30" },
        });
      const encoder = new TextEncoder();
      let viewer: Viewer;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          viewer = {
            actor,
            filter,
            until: now() + MAX_MILLISECONDS,
            isIdle: () => (controller.desiredSize ?? 0) >= 0,
            send(text) {
              if (!viewers.has(viewer)) return;
              // The client has stopped reading.
              if ((controller.desiredSize ?? 0) < -MAX_WAITING) end(viewer);
              else controller.enqueue(encoder.encode(text));
            },
            end: () => controller.close(),
          };
          viewers.add(viewer);
          const { after } = filter;
          // A client that loses the connection before its first event resumes from here.
          const position = after === undefined ? `id: ${idAt(now()).padEnd(ID_LENGTH, "0")}\n` : "";
          viewer.send(`retry: 2000\n${position}\n`);
          // First, so that nothing is lost in between. An event may be sent twice.
          void start()
            .then(async () => {
              if (after !== undefined && EVENT_ID.test(after)) await catchUp(viewer, after);
            })
            .catch(onError);
        },
        cancel() {
          viewers.delete(viewer);
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
      for (const viewer of [...viewers]) end(viewer);
    },
  };
}

function sendTo(viewer: Viewer, event: EventRecord): void {
  const { actor, filter } = viewer;
  const isWanted =
    mayViewEvent(actor, event) &&
    (filter.trigger === undefined || filter.trigger === event.trigger) &&
    (filter.type === undefined || filter.type === event.type);
  if (!isWanted) return;
  viewer.send(`event: event\nid: ${event.id}\ndata: ${JSON.stringify(eventView({ event }))}\n\n`);
}

const idAt = (milliseconds: number): string =>
  `evt_${Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, "0")}`;
