import { expect, it } from "vitest";
import { createTriggerFixture } from "./trigger-fixture.ts";

const actions = [{ kind: "run", tool: "open.get_weather", arguments: { city: "${event.id}" } }];

it("fires at each time of the schedule once, across restarts", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "schedule", cron: "0 * * * *" },
    actions,
  });
  expect(trigger.next_at).toBe("2026-11-23T11:00:00.000Z");
  fixture.setTime("2026-11-23T11:00:01Z");
  await fixture.work();
  await fixture.restart();
  await fixture.work();
  fixture.setTime("2026-11-23T12:00:30Z");
  await fixture.work();
  const events = await fixture.readEvents(trigger.id);
  expect(events.map(({ key, status, time }) => [key, status, time])).toEqual([
    ["2026-11-23T11:00:00.000Z", "done", "2026-11-23T11:00:00.000Z"],
    ["2026-11-23T12:00:00.000Z", "done", "2026-11-23T12:00:00.000Z"],
  ]);
  const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(body.next_at).toBe("2026-11-23T13:00:00.000Z");
});

it.each([
  ["latest", ["15:00"]],
  ["skip", []],
  ["all", ["11:00", "12:00", "13:00", "14:00", "15:00"]],
])("makes up for missed times by the policy %s", async (missed, expected) => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "schedule", cron: "0 * * * *", missed },
    actions,
  });
  fixture.setTime("2026-11-23T15:20:00Z");
  await fixture.work();
  const events = await fixture.readEvents(trigger.id);
  expect(events.map(({ key }) => key.slice(11, 16))).toEqual(expected);
});

it("makes up for times that were missed while it was paused", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "schedule", every: 3600, missed: "all" },
    actions,
  });
  await fixture.call("POST", `/triggers/${trigger.id}/pause`, {});
  fixture.advance(2.5 * 3_600_000);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toEqual([]);
  await fixture.call("POST", `/triggers/${trigger.id}/resume`);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toHaveLength(2);
});

it("fires once at a single time, and is finished then", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "schedule", at: "2026-11-23T18:00:00Z" },
    actions,
  });
  fixture.setTime("2026-11-23T18:00:02Z");
  await fixture.work();
  const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(body).toMatchObject({ status: "paused", status_reason: { code: "finished" } });
  expect(await fixture.readEvents(trigger.id)).toHaveLength(1);
});

const HOUR = 3_600_000;

it.each([
  ["Europe/Berlin", "2027-03-27T22:10:00Z"],
  ["America/New_York", "2027-11-06T23:10:00Z"],
  ["Australia/Sydney", "2027-10-02T10:10:00Z"],
  ["America/Santiago", "2027-04-03T22:10:00Z"],
  ["Africa/Casablanca", "2027-02-06T20:10:00Z"],
])(
  "fires every hour of a day with a clock change in %s once, while the clock jumps",
  async (timezone, start) => {
    const fixture = await createTriggerFixture();
    fixture.setTime(start);
    const { trigger } = await fixture.create({
      watch: { kind: "schedule", cron: "0 * * * *", timezone, missed: "all" },
      actions,
    });
    // Twelve hours, with two jumps of two hours forward and back.
    for (const step of [1, 1, 1, 2, -2, 1, 1, -2, 2, 1, 1, 1, 1, 1, 1, 1]) {
      fixture.advance(step * HOUR);
      await fixture.work();
    }
    const first = Math.ceil(Date.parse(start) / HOUR) * HOUR;
    expect((await fixture.readEvents(trigger.id)).map(({ key }) => key)).toEqual(
      Array.from({ length: 12 }, (_, hour) => new Date(first + hour * HOUR).toISOString()),
    );
  },
);

it("fires nothing twice after the clock was set back", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "schedule", every: 3600 }, actions });
  fixture.advance(3_600_100);
  await fixture.work();
  fixture.advance(-2 * 3_600_000);
  await fixture.work();
  fixture.advance(2 * 3_600_000);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toHaveLength(1);
});
