import { expect, it } from "vitest";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

/** Creates 20 triggers at the same time. Returns how many there are then. */
async function createTwenty(fixture: TriggerFixture, overrides: object = {}) {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      fixture.call("POST", "/triggers", {
        name: `Trigger ${index}`,
        watch: { kind: "event" },
        actions: [{ kind: "run", tool: "notes.list_notes" }],
        ...overrides,
      }),
    ),
  );
  for (const { body } of results.filter(({ status }) => status !== 200))
    expect(body).toMatchObject({ code: "too_many_triggers" });
  return (await fixture.call("GET", "/triggers?limit=50")).body.data.length;
}

it("never exceeds the triggers that an account may have", async () => {
  const fixture = await createTriggerFixture({ limits: { perAccount: 5 } });
  expect(await createTwenty(fixture)).toBe(5);
});

it("never exceeds the triggers that an end user may have", async () => {
  const fixture = await createTriggerFixture({ limits: { perUser: 3 } });
  expect(await createTwenty(fixture, { user: "42" })).toBe(3);
});
