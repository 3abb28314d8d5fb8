import type { ApiKey } from "../../../core/ports/stores/key-store.ts";
import { respondJson } from "../../fixtures/platform/tool-runner.ts";
import { addKey, createTriggerFixture, type TriggerFixture } from "../trigger-fixture.ts";
import type { Target } from "./operations.ts";

/** Something in the account, and the user and the apps that it concerns. */
export interface Thing {
  /** A text in everything that belongs to it. */
  readonly mark: string;
  readonly user?: string | undefined;
  readonly apps: readonly string[];
  readonly ids: Readonly<Record<Target, readonly string[]>>;
  /** The trigger of an event, if that concerns more than the event. */
  readonly trigger?: Pick<Thing, "apps" | "user">;
}

type KeySeed = Partial<Pick<ApiKey, "permissions" | "apps" | "user" | "client">> & {
  readonly expires?: string;
  readonly revoked?: string;
};

/** Every kind of API key. */
export const KEY_KINDS: Readonly<Record<string, KeySeed>> = {
  "of the account": {},
  "that only reads": { permissions: ["read"], apps: ["open"] },
  "that only connects": { permissions: ["connect"] },
  "that only runs tools": { permissions: ["run"], apps: ["open"], user: "42" },
  "limited to an app": { apps: ["open"] },
  "of an end user": { user: "42" },
  "of an end user, limited to an app": { apps: ["open"], user: "42" },
  "of an MCP client": {
    apps: ["open"],
    client: { id: "mcp_1", redirectHost: "client.test" },
  },
  "that has expired": { expires: "2026-01-01T00:00:00.000Z" },
  "that was revoked": { revoked: "2026-01-01T00:00:00.000Z" },
};

export const mayReach = (
  { apps, user }: Pick<KeySeed, "apps" | "user">,
  thing: Pick<Thing, "apps" | "user">,
): boolean =>
  (user === undefined || user === thing.user) &&
  (apps === undefined || thing.apps.every((app) => apps.includes(app)));

const runNote = (text: string) => ({
  kind: "run",
  tool: "notes.create_note",
  arguments: { text },
});
const runWeather = (city: string) => ({
  kind: "run",
  tool: "open.get_weather",
  arguments: { city },
});
const PLATFORM_TYPES = ["run.succeeded", "run.failed", "connection.expired", "trigger.paused"];

interface Plan {
  readonly user?: string;
  readonly apps: readonly string[];
  readonly watch: object;
  readonly actions: readonly object[];
}

/** Creates an account with things of both apps and of several end users. */
export async function createWorld(seed: KeySeed) {
  const fixture = await createTriggerFixture();
  const { origin } = fixture.upstream;
  let items: readonly object[] = [];
  fixture.respondWith((received, response) =>
    respondJson(received.url.startsWith("/notes") && received.method === "GET" ? items : {})(
      received,
      response,
    ),
  );
  await addKey(fixture.parts.options.keyStore, "caller", {
    permissions: ["read", "connect", "run"],
    ...seed,
  });
  await fixture.addConnection("conn_42", { user: "42", label: "mark_conn_42." });
  await fixture.addConnection("conn_43", { user: "43", label: "mark_conn_43." });
  await fixture.addConnection("conn_expired", { label: "mark_conn_expired." });
  const deliver = { kind: "deliver", url: `${origin}/receive` };
  const fired = { kind: "event" };
  const polled = { kind: "poll", tool: "notes.list_notes", connection: "conn_notes" };
  const plans: Record<string, Plan> = {
    own: { user: "42", apps: ["open"], watch: fired, actions: [runWeather("mark_own.")] },
    ofAccount: { apps: ["open"], watch: fired, actions: [runWeather("mark_ofAccount.")] },
    foreignSource: { apps: ["notes"], watch: polled, actions: [deliver] },
    foreignSourceOwnAction: {
      apps: ["notes", "open"],
      watch: polled,
      actions: [runWeather("${event.data.title}")],
    },
    foreignAction: {
      apps: ["notes"],
      watch: fired,
      actions: [{ ...runNote("mark_foreignAction."), connection: "conn_notes" }],
    },
    mixed: {
      apps: ["notes", "open"],
      watch: fired,
      actions: [
        runWeather("mark_mixed."),
        { ...runNote("mark_mixed."), connection: "conn_notes" },
        deliver,
      ],
    },
    foreignUser: { user: "43", apps: ["open"], watch: fired, actions: [runWeather("mark_43.")] },
    foreignUserNotes: {
      user: "43",
      apps: ["notes"],
      watch: fired,
      actions: [runNote("mark_foreignUserNotes.")],
    },
    notesOf42: { user: "42", apps: ["notes"], watch: fired, actions: [runNote("mark_notesOf42.")] },
    platform: {
      apps: ["notes", "open", "any"],
      watch: { kind: "platform", types: PLATFORM_TYPES },
      actions: [deliver],
    },
  };
  const triggers = new Map<string, string>();
  const create = async (key: string, name: string, { apps: _, ...plan }: Plan) => {
    const { status, body } = await fixture.callAs(key, "POST", "/triggers", {
      name: `mark_${name}.`,
      ...plan,
    });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    triggers.set(name, body.trigger.id);
  };
  for (const [name, plan] of Object.entries(plans)) await create("whole", name, plan);
  plans["platformOfLimited"] = {
    apps: ["open"],
    watch: { kind: "platform", types: PLATFORM_TYPES },
    actions: [deliver],
  };
  await create("limited", "platformOfLimited", plans["platformOfLimited"]);

  for (const [name, { watch }] of Object.entries(plans))
    if (watch === fired)
      await fixture.call("POST", `/triggers/${triggers.get(name)}/fire`, {
        data: { title: `mark_${name}.` },
      });
  items = [{ id: "1", title: "mark_foreignSource." }];
  fixture.advance(400_000);
  await workAll(fixture);
  await expireConnection(fixture, "conn_expired");
  await fixture.parts.options.triggers.service.pause(
    { id: "key_whole", account: "acc_default", name: "whole", permissions: ["run"] },
    triggers.get("foreignSource")!,
    { drop: false },
  );
  await workAll(fixture);
  // It watched and acted on another app when its first event was accepted.
  const changed = { apps: ["notes"], watch: fired, actions: [runNote("mark_changed.")] };
  await create("whole", "changed", changed);
  const changedId = triggers.get("changed")!;
  await fixture.call("POST", `/triggers/${changedId}/fire`, { data: { title: "mark_changed." } });
  await workAll(fixture);
  const { body } = await fixture.call("PATCH", `/triggers/${changedId}`, {
    version: 1,
    name: "Changed to open",
    actions: [runWeather("x")],
  });
  if (body.trigger?.version !== 2) throw new Error(JSON.stringify(body));
  items = [{ id: "2", title: "Of whoever asks now" }];
  return { fixture, things: await readThings(fixture, plans, triggers) };
}

export async function workAll({ work }: TriggerFixture): Promise<void> {
  while ((await work()) > 0);
}

async function expireConnection({ parts }: TriggerFixture, id: string): Promise<void> {
  const { store, onStatusChange } = parts.options.connections.deps;
  const { connection } = (await store.find(id))!;
  const expired = { ...connection, status: "expired" as const, version: connection.version + 1 };
  await store.save(expired);
  onStatusChange(connection, expired);
  // It is told in the background.
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const NO_IDS = { trigger: [], event: [], run: [], connection: [] };

/** Reads the IDs of everything, and what it concerns by what it contains. */
async function readThings(
  { parts: { sql } }: TriggerFixture,
  plans: Readonly<Record<string, Plan>>,
  triggers: ReadonlyMap<string, string>,
): Promise<readonly Thing[]> {
  const events = await sql.query("select id, trigger_id, document from events");
  const runs = await sql.query("select id, trigger_id, app from runs");
  const idsOf = (rows: readonly any[], trigger: string) =>
    rows.filter((row) => row.trigger_id === trigger).map(({ id }) => String(id));
  const things = Object.entries(plans).map(([name, { user, apps }]): Thing => {
    const id = triggers.get(name)!;
    const isPlatform = name.startsWith("platform");
    return {
      mark: `mark_${name}.`,
      user,
      apps,
      ids: {
        ...NO_IDS,
        trigger: [id],
        event: isPlatform ? [] : idsOf(events, id),
        run: idsOf(runs, id),
      },
    };
  });
  const changed = triggers.get("changed")!;
  things.push(
    { mark: "Changed to open", apps: ["open"], ids: { ...NO_IDS, trigger: [changed] } },
    {
      mark: "mark_changed.",
      apps: ["notes"],
      ids: { ...NO_IDS, event: idsOf(events, changed), run: idsOf(runs, changed) },
    },
    ...[undefined, "42", "43"].map((user): Thing => {
      const id = user === undefined ? "conn_expired" : `conn_${user}`;
      return { mark: `mark_${id}.`, user, apps: ["notes"], ids: { ...NO_IDS, connection: [id] } };
    }),
  );
  const ofThing = (subject: string) =>
    things.find(({ ids }) => Object.values(ids).flat().includes(subject));
  for (const row of events) {
    const name = [...triggers].find(([, id]) => id === row["trigger_id"])![0];
    if (!name.startsWith("platform")) continue;
    const subject = String(JSON.parse(row["document"]).subject);
    const about = ofThing(subject);
    if (!about) throw new Error(`An event is about ${subject}.`);
    // The events belong to the account, whoever they are about.
    things.push({
      mark: row["id"],
      apps: about.apps,
      trigger: plans[name]!,
      ids: { ...NO_IDS, event: [String(row["id"])] },
    });
  }
  return things;
}
