import type { HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import type { Actor } from "../../auth/actor.ts";
import { createActorWatch } from "../../auth/actor-watch.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { catchUp } from "./catch-up.ts";
import { createEventFeed, type EventFeed, idAt } from "./event-feed.ts";
import { type StreamFilter, StreamViewer } from "./stream-viewer.ts";

type StreamDeps = Pick<TriggerDeps, "eventStore" | "findActors" | "now" | "onError">;

const MAX_PER_KEY = 5;
const EVENT_ID = /^evt_[0-9a-f]{32}$/;
const ID_LENGTH = "evt_".length + 32;

/** Streams events as they are accepted. */
export class EventStreams {
  readonly #deps: StreamDeps;
  readonly #viewers = new Set<StreamViewer>();
  readonly #feeds = new Map<string, EventFeed>();
  readonly #watch: ReturnType<typeof createActorWatch>;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#watch = createActorWatch(deps);
  }

  /**
   * Opens a stream of server-sent events (HTML, section 9.2). After a reconnection, the events of
   * the last seconds may be sent again, but none is left out. Throws the `Problem`
   * "rate_limited" if the key has too many.
   */
  open(actor: Actor, filter: StreamFilter): HttpResponse {
    const own = [...this.#viewers].filter((viewer) => viewer.actor.id === actor.id);
    if (own.length >= MAX_PER_KEY)
      throw new Problem("rate_limited", `The key has ${MAX_PER_KEY} streams open.`, {
        hint: "Close one of them, or use one stream for several triggers.",
        headers: { "retry-after": "30" },
      });
    let viewer: StreamViewer;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        viewer = this.#addViewer(actor, filter, controller);
      },
      cancel: () => {
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
  }

  /** Ends all streams. */
  close(): void {
    for (const viewer of [...this.#viewers]) viewer.end();
  }

  #addViewer(
    actor: Actor,
    filter: StreamFilter,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): StreamViewer {
    const { eventStore, now, onError } = this.#deps;
    const feed = this.#feedOf(actor.account);
    const viewer = new StreamViewer({
      actor,
      filter,
      controller,
      now,
      onStop: (stopped) => {
        stopWatching();
        this.#remove(stopped, feed);
      },
    });
    const stopWatching = this.#watch.add(actor, () => viewer.end());
    this.#viewers.add(viewer);
    const { after } = filter;
    // A client that loses the connection before its first event resumes from here.
    const position = after === undefined ? `id: ${idAt(now()).padEnd(ID_LENGTH, "0")}\n` : "";
    viewer.send(`retry: 2000\n${position}\n`);
    // The feed first, so that nothing is lost in between. An event may be sent twice.
    void feed
      .add(viewer)
      .then(async () => {
        if (after !== undefined && EVENT_ID.test(after)) await catchUp(eventStore, viewer, after);
      })
      .catch(onError);
    return viewer;
  }

  #feedOf(account: string): EventFeed {
    const { eventStore, now, onError } = this.#deps;
    const feed = this.#feeds.get(account) ?? createEventFeed({ eventStore, account, now, onError });
    this.#feeds.set(account, feed);
    return feed;
  }

  #remove(viewer: StreamViewer, feed: EventFeed): void {
    const { account } = viewer.actor;
    feed.remove(viewer);
    if (feed.viewers.size === 0 && this.#feeds.get(account) === feed) this.#feeds.delete(account);
    this.#viewers.delete(viewer);
  }
}
