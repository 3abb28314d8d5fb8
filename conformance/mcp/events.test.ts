import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMCPClient,
  experimental_createMCPEventWebhook as createReceiver,
  type Experimental_MCPEvent as McpEvent,
  type Experimental_MCPEventSubscription as McpSubscription,
} from "@ai-sdk/mcp";
import { expect, it, onTestFinished, vi } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { bearerHeader, KEYS } from "../fixtures/platform/keys.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { RUNTIMES } from "../ports/runtimes.ts";

const PROGRAM = join(import.meta.dirname, "../faults/trigger-process.ts");
const WAIT = { timeout: 20_000, interval: 100 };

/** The store of the AI SDK's client, in memory. */
function createStore() {
  const stored = new Map<string, McpSubscription>();
  return {
    get: async (key: string) => stored.get(key),
    getById: async (id: string) => [...stored.values()].find((each) => each.id === id),
    set: async (subscription: McpSubscription) => {
      stored.set(subscription.key, subscription);
    },
    update: async (key: string, patch: Partial<McpSubscription>) => {
      stored.set(key, { ...stored.get(key)!, ...patch });
    },
    delete: async (key: string) => {
      stored.delete(key);
    },
  };
}

it.for(RUNTIMES)(
  "the AI SDK subscribes to a list and to a webhook, refreshes and unsubscribes, on $name",
  { timeout: 120_000 },
  async ({ name, skipReason }, { skip }) => {
    if (skipReason) return skip(skipReason);
    const notes = [{ id: "1", text: "First" }];
    const store = createStore();
    const received: McpEvent[] = [];
    const failures: unknown[] = [];
    const receive = createReceiver({
      store,
      onEvent: async ({ event }) => void received.push(event),
      onError: (error) => failures.push(error),
    });
    const app = await startUpstream(async (request, response) => {
      if (request.url === "/notes") return respondJson(notes)(request, response);
      const answer = await receive(
        new Request(app.origin + request.url, {
          method: "POST",
          headers: request.headers as Record<string, string>,
          body: request.body,
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
    const folder = mkdtempSync(join(tmpdir(), "jackfield-events-"));
    const service = await startOn(name, [PROGRAM, folder, folder, app.origin]);
    const headers = bearerHeader(KEYS.whole);
    const client = await createMCPClient({
      transport: { type: "http", url: `${service.url}/mcp`, headers },
      experimental_events: { store },
    });
    onTestFinished(async () => {
      await client.close();
      await service.stop("SIGKILL");
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const call = async (method: string, path: string, body?: object): Promise<any> => {
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return response.json();
    };
    const events = client.experimental_events;
    const delivery = {
      mode: "webhook",
      url: `${app.origin}/receive`,
      allowInsecureLocalhost: true,
    } as const;

    // A webhook of the account.
    const { trigger } = await call("POST", "/triggers", {
      name: "Orders",
      watch: { kind: "webhook", signing: "none" },
      actions: [{ kind: "run", tool: "open.list_notes", arguments: {} }],
    });
    const { events: types } = await events.list();
    expect(types.map((type) => type.name)).toEqual([
      "items.new",
      "items.changed",
      "schedule",
      `trigger.${trigger.id}`,
    ]);
    const own = await events.subscribe({ name: `trigger.${trigger.id}`, delivery });
    await fetch(trigger.address.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"order":7}',
    });
    await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
    expect(received[0]).toMatchObject({
      name: `trigger.${trigger.id}`,
      data: { body: { order: 7 } },
    });

    // A list, which the subscription watches.
    const list = await events.subscribe({
      name: "items.new",
      arguments: { tool: "open.list_notes" },
      delivery,
    });
    expect(list.id).toMatch(/^sub_[0-9a-f]{32}$/);
    const { data: polls } = await call("GET", "/triggers?kind=poll");
    expect(polls).toMatchObject([
      { actions: [], subscribers: [{ id: list.id, destination: app.origin, type: "items.new" }] },
    ]);
    notes.unshift({ id: "2", text: "Second" });
    await call("POST", `/triggers/${polls[0].id}/fire`, {});
    await vi.waitFor(() => expect(received).toHaveLength(2), WAIT);
    expect(received[1]).toMatchObject({ name: "items.new", data: { id: "2", text: "Second" } });

    // Another secret, which the client chooses.
    const subscription = (await store.getById(list.id))!;
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    await store.update(subscription.key, { delivery: { ...subscription.delivery, secret } });
    const refreshed = await events.refresh({ id: list.id });
    expect(refreshed.id).toBe(list.id);
    notes.unshift({ id: "3", text: "Third" });
    await call("POST", `/triggers/${polls[0].id}/fire`, {});
    await vi.waitFor(() => expect(received).toHaveLength(3), WAIT);

    await events.unsubscribe({ id: list.id });
    await events.unsubscribe({ id: own.id });
    expect((await call("GET", "/triggers?kind=poll")).data).toEqual([]);
    expect((await call("GET", `/triggers/${trigger.id}`)).subscribers).toBeUndefined();
    expect(failures).toEqual([]);
  },
);
