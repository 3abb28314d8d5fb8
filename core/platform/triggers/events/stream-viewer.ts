import type { EventRecord } from "../../../ports/stores/event-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import { eventView } from "../../operations/trigger-views.ts";
import type { FeedViewer } from "./event-feed.ts";

/** What a client wants to receive. */
export interface StreamFilter {
  readonly trigger?: string | undefined;
  readonly type?: string | undefined;
  /** Continue after the event with this ID. Absent: with the next event. */
  readonly after?: string | undefined;
}

interface StreamViewerOptions {
  readonly actor: Actor;
  readonly filter: StreamFilter;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Called once, before the stream is closed. */
  onStop(viewer: StreamViewer): void;
}

const MAX_MILLISECONDS = 3_600_000;
/** The most events that wait for a slow client. */
const MAX_WAITING = 1_000;

/** A client that reads a stream of events. */
export class StreamViewer implements FeedViewer {
  readonly #options: StreamViewerOptions;
  readonly #encoder = new TextEncoder();
  readonly #until: number;
  #isOpen = true;

  constructor(options: StreamViewerOptions) {
    this.#options = options;
    this.#until = options.now() + MAX_MILLISECONDS;
  }

  get actor(): Actor {
    return this.#options.actor;
  }

  get filter(): StreamFilter {
    return this.#options.filter;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the client has read what was sent. */
  get isIdle(): boolean {
    return (this.#options.controller.desiredSize ?? 0) >= 0;
  }

  send(text: string): void {
    if (!this.#isOpen) return;
    const { controller } = this.#options;
    // The client has stopped reading.
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) this.end();
    else controller.enqueue(this.#encoder.encode(text));
  }

  receive(event: EventRecord): void {
    if (isWanted(this.actor, this.filter, event)) this.send(formatEvent(event));
  }

  sendHeartbeat(): void {
    if (this.#options.now() > this.#until) this.end();
    else this.send(":\n\n");
  }

  /** Stops receiving events. Returns false if it has stopped before. */
  stop(): boolean {
    if (!this.#isOpen) return false;
    this.#isOpen = false;
    this.#options.onStop(this);
    return true;
  }

  end(): void {
    if (this.stop()) this.#options.controller.close();
  }
}

const isWanted = (actor: Actor, { trigger, type }: StreamFilter, event: EventRecord): boolean =>
  mayAccessEvent(actor, event) &&
  (trigger === undefined || trigger === event.trigger) &&
  (type === undefined || type === event.type);

const formatEvent = (event: EventRecord): string =>
  `event: event\nid: ${event.id}\ndata: ${JSON.stringify(eventView({ event }))}\n\n`;
