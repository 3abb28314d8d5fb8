import { describe, expect, it } from "vitest";
import type { OperationName } from "../../core/platform/contract.ts";
import { table } from "../../generated/platform/operations.ts";
import { buildRequest } from "../callers/http.ts";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import { specs } from "../services/service.ts";
import { PROBES, type Target } from "./grants/operations.ts";
import { createWorld, KEY_KINDS, mayReach, type Thing, workAll } from "./grants/world.ts";
import { callMethod } from "./mcp-events-client.ts";

type World = Awaited<ReturnType<typeof createWorld>>;
type KeySeed = (typeof KEY_KINDS)[string];
type Input = Readonly<Record<string, unknown>>;

const names = Object.keys(table.operations) as OperationName[];
/** Operations that delete come last. */
const inOrder = names.toSorted(
  (a, b) => Number(a.startsWith("delete")) - Number(b.startsWith("delete")),
);

it("has a verdict for every operation", () => {
  expect(Object.keys(PROBES).toSorted()).toEqual(names.toSorted());
});

const idsOf = (things: readonly Thing[], target: Target) =>
  things.flatMap(({ ids }) => ids[target]);

/** The status of a call without access. Absent: the call is allowed. */
function refusal(seed: KeySeed, name: OperationName, hasAccess: boolean): number | undefined {
  if (seed.expires !== undefined || seed.revoked !== undefined) return 401;
  const { permission } = table.operations[name]!;
  const { permissions = ["read", "connect", "run"] } = seed;
  if (permission && !permissions.includes(permission)) return 403;
  if (hasAccess) return undefined;
  return PROBES[name]!.target ? 404 : 403;
}

/**
 * Rejects a text that contains anything of a thing, besides the ID that the caller sent. Events name
 * the trigger of the account that reported them.
 */
function requireNothingOf(things: readonly Thing[], text: string, input: Input): void {
  const own = Object.values(input).map(String);
  const found = things
    .flatMap(({ mark, ids }) => [
      mark,
      ...Object.values(ids)
        .flat()
        .filter((id) => mark !== "mark_platform." || !id.startsWith("trg_")),
    ])
    .filter((each) => !own.includes(each) && text.includes(each));
  expect(found, text).toEqual([]);
}

async function call({ fixture }: World, name: OperationName, input: Input) {
  const { method = "GET", path, headers, body } = buildRequest(specs.platform, name, input);
  const response = await fixture.request(method, path, {
    headers: { ...headers, authorization: `Bearer ${deriveSecret("caller")}` },
    ...(body !== undefined && { body: String(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Everything stored that belongs to things, and the requests to the app and the receiver. */
async function snapshot({ fixture }: World, things: readonly Thing[]) {
  const triggers = idsOf(things, "trigger");
  const ids = new Set(things.flatMap(({ ids }) => Object.values(ids).flat()));
  const rows = await Promise.all(
    ["triggers", "events", "runs", "connections"].map(async (kind) => {
      const all = await fixture.parts.sql.query(`select * from ${kind} order by id`);
      return all.filter((row) => ids.has(row["id"]) || triggers.includes(row["trigger_id"]));
    }),
  );
  return {
    rows,
    requests: fixture.upstream.requests.filter(({ url }) => !url.startsWith("/weather")),
  };
}

async function probe(
  world: World,
  seed: KeySeed,
  things: readonly Thing[],
  hidden: readonly Thing[],
) {
  const receiver = `${world.fixture.upstream.origin}/receive/other`;
  for (const name of inOrder) {
    const { target, inputs, otherStatuses = [], isForeign, withoutTrigger } = PROBES[name]!;
    const hasAccess = things !== hidden;
    if (!target && !hasAccess) continue;
    const isAllowed = isForeign ? mayReach(seed, { apps: ["notes"], user: seed.user }) : hasAccess;
    for (const id of target ? idsOf(things, target) : [""])
      for (const input of inputs(id, { receiver })) {
        const { status, text } = await call(world, name, input);
        const thing = things.find(({ ids }) => target && ids[target].includes(id));
        const isTriggerHidden = thing?.trigger !== undefined && !mayReach(seed, thing.trigger);
        // Keys of the account see its own runs, not those of its end users.
        const isOthersRun = target === "run" && seed.user !== thing?.user;
        const refused =
          refusal(seed, name, isAllowed && !isOthersRun) ??
          (isTriggerHidden ? withoutTrigger : undefined);
        const context = `${name} ${JSON.stringify(input)}: ${status} ${text}`;
        if (refused === undefined) expect([200, ...otherStatuses], context).toContain(status);
        else expect(status, context).toBe(refused);
        requireNothingOf(hidden, text, input);
      }
  }
}

describe.each(Object.entries(KEY_KINDS))("An API key %s", (_, seed) => {
  const isDead = seed.expires !== undefined || seed.revoked !== undefined;
  const split = ({ things }: World) => ({
    reached: things.filter((thing) => !isDead && mayReach(seed, thing)),
    hidden: things.filter((thing) => isDead || !mayReach(seed, thing)),
  });

  it("reaches what it covers by every operation, and nothing else", async () => {
    const world = await createWorld(seed);
    const { reached, hidden } = split(world);
    const before = await snapshot(world, hidden);
    await probe(world, seed, hidden, hidden);
    await workAll(world.fixture);
    expect(await snapshot(world, hidden)).toEqual(before);
    await probe(world, seed, reached, hidden);
    expect(world.fixture.errors).toEqual([]);
  });

  it("receives nothing else by the stream, and by MCP", async () => {
    const world = await createWorld(seed);
    const { fixture } = world;
    const { reached, hidden } = split(world);
    const before = await snapshot(world, hidden);
    const response = await fixture.request("GET", "/api/v1/events/stream", {
      headers: {
        authorization: `Bearer ${deriveSecret("caller")}`,
        "last-event-id": `evt_${"0".repeat(32)}`,
      },
    });
    const reader = response.body!.getReader();
    let streamed = "";
    const reading = (async () => {
      const decoder = new TextDecoder();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        streamed += decoder.decode(value);
      }
    })();
    for (const name of inOrder) {
      const { target, inputs } = PROBES[name]!;
      const { tool } = table.operations[name]!;
      if (!tool) continue;
      for (const id of target ? idsOf(hidden, target) : [])
        for (const input of inputs(id, { receiver: `${fixture.upstream.origin}/receive/mcp` })) {
          const params = { name: tool.name, arguments: input };
          const result = await callMethod(fixture, "tools/call", params, "caller");
          expect(result.result?.structuredContent ?? {}, JSON.stringify(result)).not.toHaveProperty(
            "id",
          );
          requireNothingOf(hidden, JSON.stringify(result), input);
        }
    }
    for (const trigger of idsOf(hidden, "trigger")) {
      const name = `trigger.${trigger}`;
      const start = `evt_${"0".repeat(32)}`;
      const url = `${fixture.upstream.origin}/receive/mcp`;
      const delivery = { mode: "webhook", url, secret: `whsec_${"A".repeat(43)}=` };
      for (const [method, params] of [
        ["events/poll", { name, arguments: {}, cursor: start }],
        ["events/subscribe", { name, arguments: {}, cursor: start, delivery }],
        ["events/unsubscribe", { name, arguments: {}, delivery: { mode: "webhook", url } }],
      ] as const) {
        const result = await callMethod(fixture, method, params, "caller");
        expect(result.result, `${method} ${JSON.stringify(result)}`).toBeUndefined();
        requireNothingOf(hidden, JSON.stringify(result), { name, trigger });
      }
    }
    const listed = await callMethod(fixture, "events/list", {}, "caller");
    requireNothingOf(hidden, JSON.stringify(listed), {});
    expect(await snapshot(world, hidden)).toEqual(before);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await reader.cancel();
    await reading;
    requireNothingOf(hidden, streamed, {});
    const mayRead = !isDead && (seed.permissions ?? ["read"]).includes("read");
    for (const event of idsOf(mayRead ? reached : [], "event")) expect(streamed).toContain(event);
  });
});
