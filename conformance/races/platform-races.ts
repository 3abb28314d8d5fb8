import { expect, vi } from "vitest";
import { ALL, CALLS, type Race, type RaceFixture, type RaceResponse } from "./race.ts";

type Call = readonly [method: string, path: string, body?: object];

const IDEMPOTENCY_KEY = "k".repeat(20);
const TRIGGER = {
  name: "A trigger",
  watch: { kind: "event" },
  actions: [{ kind: "run", tool: "notes.read", arguments: {} }],
};

/** A race of a key with all permissions, which has done something before. */
const ofKey = (
  prepare: (fixture: RaceFixture) => Promise<Call>,
  outcome: Omit<Race, "prepare">,
): Race => ({
  ...outcome,
  async prepare(fixture) {
    const [method, path, body] = await prepare(fixture);
    return (index) => fixture.api(index, method, path, body);
  },
});

const done = async (response: Promise<RaceResponse>) => {
  const { status, body } = await response;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};
const addTrigger = async ({ api }: RaceFixture, more: object = {}): Promise<any> =>
  (await done(api(0, "POST", "/triggers", { ...TRIGGER, ...more }))).trigger;
const addEvent = async (fixture: RaceFixture): Promise<{ trigger: string; event: string }> => {
  const { id } = await addTrigger(fixture);
  const fired = await done(fixture.api(0, "POST", `/triggers/${id}/fire`, { data: { a: 1 } }));
  return { trigger: id, event: fired.events[0].id };
};

/** Runs a tool. Resolves when both processes know that it has ended, as runs are stored together. */
export async function addRun({ api }: RaceFixture): Promise<string> {
  const { run } = await done(api(0, "POST", "/tools/notes.read/run", { arguments: {} }));
  await vi.waitFor(async () => {
    for (const index of [0, 1]) {
      const { body } = await api(index, "GET", `/runs/${run}`);
      expect(body.status).toBe("succeeded");
    }
  });
  return run;
}

/** Connects the app with a key, as a person does with the link. */
async function addConnection({ api, processes: [account] }: RaceFixture): Promise<string> {
  const { connection, url } = await done(api(0, "POST", "/apps/keyed/connect", {}));
  const { pathname } = new URL(url);
  const browser = account.openBrowser();
  await browser.request("GET", pathname);
  await browser.form(pathname, { method: "api_key", f_key: "sk_1" });
  return `/connections/${connection.id ?? connection}`;
}

/** The races of operations of the platform that create or spend something. */
export const PLATFORM_RACES: Readonly<Record<string, Race>> = {
  connectApp: ofKey(
    async () => ["POST", "/apps/keyed/connect", { idempotency_key: IDEMPOTENCY_KEY }],
    {
      winners: CALLS,
      losers: [409],
      verify: async (_, bodies) =>
        expect(new Set(bodies.map(({ connection }) => JSON.stringify(connection))).size).toBe(1),
    },
  ),
  // A request that read the connection before its deletion returns it, and changes nothing.
  deleteConnection: ofKey(async (fixture) => ["DELETE", await addConnection(fixture)], {
    winners: CALLS,
    losers: [404],
    verify: async ({ owner }) => {
      const { data } = (await owner.api("GET", "/audit?limit=100")).body;
      expect(data.filter((each: any) => each.action === "connection.deleted")).toHaveLength(1);
    },
  }),
  updateConnection: ofKey(
    async (fixture) => ["PATCH", await addConnection(fixture), { label: "Work", default: true }],
    { winners: CALLS, losers: [409] },
  ),
  reconnectConnection: ofKey(
    async (fixture) => [
      "POST",
      `${await addConnection(fixture)}/reconnect`,
      { idempotency_key: IDEMPOTENCY_KEY },
    ],
    { winners: CALLS, losers: [409] },
  ),
  runTool: ofKey(
    async () => ["POST", "/tools/notes.read/run", { idempotency_key: IDEMPOTENCY_KEY }],
    {
      winners: CALLS,
      losers: [409],
      verify: async ({ app }) => expect(app.requests).toHaveLength(1),
    },
  ),
  deleteRun: ofKey(async (fixture) => ["DELETE", `/runs/${await addRun(fixture)}`], {
    winners: 1,
    losers: [404],
  }),
  createTrigger: ofKey(
    async () => ["POST", "/triggers", { ...TRIGGER, idempotency_key: IDEMPOTENCY_KEY }],
    {
      winners: CALLS,
      losers: [409],
      verify: async ({ api }) =>
        expect((await api(0, "GET", "/triggers")).body.data).toHaveLength(1),
    },
  ),
  updateTrigger: ofKey(
    async (fixture) => {
      const { id, version } = await addTrigger(fixture);
      return ["PATCH", `/triggers/${id}`, { version, name: "Renamed" }];
    },
    { winners: 1, losers: [409] },
  ),
  deleteTrigger: ofKey(
    async (fixture) => ["DELETE", `/triggers/${(await addTrigger(fixture)).id}`],
    { winners: 1, losers: [404] },
  ),
  fireTrigger: ofKey(
    async (fixture) => [
      "POST",
      `/triggers/${(await addTrigger(fixture)).id}/fire`,
      { id: "order_1", data: { a: 1 } },
    ],
    {
      ...ALL,
      verify: async ({ api }) => expect((await api(0, "GET", "/events")).body.data).toHaveLength(1),
    },
  ),
  pauseTrigger: ofKey(
    async (fixture) => ["POST", `/triggers/${(await addTrigger(fixture)).id}/pause`, {}],
    ALL,
  ),
  resumeTrigger: ofKey(async (fixture) => {
    const { id } = await addTrigger(fixture);
    await fixture.api(0, "POST", `/triggers/${id}/pause`, {});
    return ["POST", `/triggers/${id}/resume`, {}];
  }, ALL),
  rotateTrigger: ofKey(async (fixture) => {
    const { id } = await addTrigger(fixture, {
      actions: [{ kind: "deliver", url: `${fixture.app.origin}/receive` }],
    });
    return ["POST", `/triggers/${id}/rotate`, {}];
  }, ALL),
  deleteEvent: ofKey(async (fixture) => ["DELETE", `/events/${(await addEvent(fixture)).event}`], {
    winners: 1,
    losers: [404],
  }),
  replayEvent: ofKey(
    async (fixture) => ["POST", `/events/${(await addEvent(fixture)).event}/replay`, {}],
    { winners: CALLS, losers: [409] },
  ),
  replayEvents: ofKey(
    async (fixture) => ["POST", "/events/replay", { trigger: (await addEvent(fixture)).trigger }],
    ALL,
  ),
};

/** Why the other operations have no race. */
export const NO_PLATFORM_RACES: Readonly<Record<string, string>> = {
  testConnection: "stores only what the test found",
  findTools: "stores nothing",
};
