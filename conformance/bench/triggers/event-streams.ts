import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../report/median.ts";
import { openTriggerPlatform } from "./trigger-platform.ts";

export const STREAMS = 100;
const STREAMS_PER_KEY = 5;
const EVENTS_PER_SECOND = 100;
const SECONDS = 5;

/** The way of events to many streams. */
export interface StreamFigures {
  /** Milliseconds from firing an event until all streams have it. */
  readonly p50: number;
  readonly p99: number;
  /** How often the streams read events from the database, all together. */
  readonly readsPerSecond: number;
}

/** Measures how late events arrive in 100 streams, at 100 events a second. */
export async function measureStreams(folder: string): Promise<StreamFigures> {
  const { parts, addKey, request, call } = await openTriggerPlatform(folder);
  const readers: ReadableStreamDefaultReader<string>[] = [];
  try {
    const { eventStore } = parts;
    const listOldest = eventStore.listOldest.bind(eventStore);
    let reads = 0;
    eventStore.listOldest = (...args) => {
      reads++;
      return listOldest(...args);
    };
    const { trigger } = await call("POST", "/triggers", {
      name: "Streamed",
      watch: { kind: "event" },
      max_per_minute: 600,
      actions: [{ kind: "run", tool: "open.list_notes", when: "false" }],
    });
    const stored = (await parts.triggerStore.find(trigger.id))!.trigger;
    await parts.triggerStore.save({
      ...stored,
      maxPerMinute: 1e6,
      revision: stored.revision + 1,
    });
    const sent = new Map<string, number>();
    const arrivals = new Map<string, number>();
    const last = new Map<string, number>();
    for (let index = 0; index < STREAMS; index++) {
      const key = `stream${Math.floor(index / STREAMS_PER_KEY)}`;
      if (index % STREAMS_PER_KEY === 0) await addKey(key);
      const response = await request("GET", "/events/stream", { key });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      readers.push(reader);
      void follow(reader, (id) => {
        arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
        last.set(id, performance.now());
      });
    }
    await pause(1_000);
    reads = 0;
    const count = EVENTS_PER_SECOND * SECONDS;
    const startedAt = performance.now();
    for (let number = 0; number < count; number++) {
      const at = performance.now();
      void call("POST", `/triggers/${trigger.id}/fire`, { data: { number } }).then(({ events }) =>
        sent.set(events[0].id, at),
      );
      await pause(1_000 / EVENTS_PER_SECOND);
    }
    const isComplete = () =>
      sent.size === count && [...sent.keys()].every((id) => arrivals.get(id) === STREAMS);
    for (let wait = 0; wait < 100 && !isComplete(); wait++) await pause(100);
    if (!isComplete()) throw new Error("Some streams didn't get all events.");
    const seconds = (performance.now() - startedAt) / 1_000;
    const delays = [...sent].map(([id, at]) => last.get(id)! - at);
    return {
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
      readsPerSecond: reads / seconds,
    };
  } finally {
    await Promise.all(readers.map((reader) => reader.cancel()));
    await parts.close();
  }
}

/** Reads a stream to its end, and reports the ID of each event. */
async function follow(
  reader: ReadableStreamDefaultReader<string>,
  onEvent: (id: string) => void,
): Promise<void> {
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const end = text.lastIndexOf("\n\n") + 2;
    if (end < 2) continue;
    for (const [, id] of text.slice(0, end).matchAll(/^event: event\nid: (\S+)$/gm)) onEvent(id!);
    text = text.slice(end);
  }
}
