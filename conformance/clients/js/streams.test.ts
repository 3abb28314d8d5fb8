import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Jackfield } from "../../../generated/clients/js/src/platform.ts";

const message = (id: string) => `event: event\nid: ${id}\ndata: {"id":"${id}"}\n\n`;

/** A response with this text, which stays open until its request is aborted. */
const openStream = (text: string, signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  );

/** Creates a client whose streams have these texts, and the signals of its requests. */
function createClient(...texts: string[]) {
  const signals: AbortSignal[] = [];
  const fetch = async (_: unknown, { signal }: RequestInit = {}) => {
    signals.push(signal!);
    return openStream(texts[signals.length - 1] ?? "", signal!);
  };
  return { signals, client: new Jackfield({ apiKey: "key_1", fetch }) };
}

describe("a stream of events", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("requests nothing until it is used, and closes its connection after the loop", async () => {
    const { client, signals } = createClient(message("evt_1"));
    const { signal } = new AbortController();
    const events = client.events.stream({ signal });
    expect(signals).toHaveLength(0);
    for await (const { id } of events) {
      expect(id).toBe("evt_1");
      break;
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends when its signal aborts, while it waits for events or for a connection", async () => {
    const { client } = createClient("retry: 10\n\n");
    const controller = new AbortController();
    const next = client.events.stream({ signal: controller.signal }).next();
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    const { signal } = controller;
    expect(await client.events.stream({ signal }).next()).toEqual({ done: true, value: undefined });
  });

  it("replaces a connection that is silent for a minute", async () => {
    const { client, signals } = createClient("", message("evt_1"));
    const next = client.events.stream().next();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(signals).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect((await next).value).toEqual({ id: "evt_1" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});
