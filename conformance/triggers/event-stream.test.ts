import { expect, it } from "vitest";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const actions = [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }];

/** Opens a stream, and returns a function that waits for its next event. */
async function open(
  fixture: TriggerFixture,
  {
    key = "whole",
    query = "",
    lastEventId,
  }: { key?: string; query?: string; lastEventId?: string } = {},
) {
  const response = await fixture.request("GET", `/api/v1/events/stream${query}`, {
    headers: {
      authorization: `Bearer ${deriveSecret(key)}`,
      ...(lastEventId && { "last-event-id": lastEventId }),
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<any> => {
    for (;;) {
      const match = /event: event\nid: (\S+)\ndata: (.*)\n\n/.exec(text);
      if (match) {
        text = text.slice(match.index + match[0].length);
        const event = JSON.parse(match[2]!);
        expect(event.id).toBe(match[1]);
        return event;
      }
      const { done, value } = await reader!.read();
      if (done) return undefined;
      text += value;
    }
  };
  return { response, next, close: () => reader!.cancel() };
}

const fire = async (fixture: TriggerFixture, trigger: string, id: string) => {
  const { body } = await fixture.call("POST", `/triggers/${trigger}/fire`, { data: { id }, id });
  return body.events[0].id as string;
};

it("streams events as they are accepted, and resumes after the last one", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  await fire(fixture, trigger.id, "before");
  const first = await open(fixture);
  expect(first.response.headers.get("content-type")).toBe("text/event-stream");
  // The stream has begun when its first look has ended.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const id = await fire(fixture, trigger.id, "1");
  const event = await first.next();
  expect([event.id, event.key, "data" in event]).toEqual([id, "1", false]);
  await first.close();
  const missed = [await fire(fixture, trigger.id, "2"), await fire(fixture, trigger.id, "3")];
  const second = await open(fixture, { lastEventId: id });
  const received = new Set<string>();
  while (!missed.every((each) => received.has(each))) received.add((await second.next()).id);
  expect(received.has(id)).toBe(false);
  await second.close();
});

it("sends only what the key may see, and what the filter selects", async () => {
  const fixture = await createTriggerFixture();
  const own = await fixture.create({ watch: { kind: "event" }, actions, user: "42" });
  const other = await fixture.create({ watch: { kind: "event" }, actions });
  const byUser = await open(fixture, { key: "user" });
  const byTrigger = await open(fixture, { query: `?trigger=${other.trigger.id}` });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const otherEvent = await fire(fixture, other.trigger.id, "1");
  const ownEvent = await fire(fixture, own.trigger.id, "2");
  expect((await byUser.next()).id).toBe(ownEvent);
  expect((await byTrigger.next()).id).toBe(otherEvent);
  await byUser.close();
  await byTrigger.close();
});

it("requires a key, and allows five streams of one", async () => {
  const fixture = await createTriggerFixture();
  const { status } = await fixture.request("GET", "/api/v1/events/stream");
  expect(status).toBe(401);
  const streams = [];
  for (let count = 0; count < 5; count++) streams.push(await open(fixture));
  expect((await open(fixture)).response.status).toBe(429);
  for (const stream of streams) await stream.close();
});
