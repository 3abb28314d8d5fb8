import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TriggerSettings } from "../../adapters/config/platform.ts";
import { openPlatformParts } from "../../adapters/services/platform-parts.ts";
import { createPlatform, toFetch } from "../../core/index.ts";
import type { CompiledApp } from "../../core/lib/openapi-tools/compile/results/compiled-app.ts";
import { hashSecret, secretPrefix } from "../../core/platform/auth/key-format.ts";
import { encryptSecrets } from "../../core/platform/connections/secrets.ts";
import type { TriggerLimits } from "../../core/platform/triggers/triggers.ts";
import type { Connection } from "../../core/ports/stores/connection-store.ts";
import { type ApiKey, DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import type { Tracer } from "../../core/ports/tracer.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import {
  createCompiledApp,
  createHeaderKeyMethod,
  objectSchema,
} from "../fixtures/platform/compiled-app.ts";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import {
  type ReceivedRequest,
  respondJson,
  startUpstream,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";

/** The first time of the fixture's clock. */
export const START = Date.parse("2026-11-23T10:00:00.000Z");
const CREDENTIAL = "notes_key_fixture";

export interface TriggerFixtureOptions {
  /** The API of the app `notes`, and the receiver of deliveries below `/receive`. */
  readonly handler?: UpstreamHandler | undefined;
  /** A PostgreSQL database. Its clock can't be set, so the fixture begins at the real time. */
  readonly databaseUrl?: string | undefined;
  readonly limits?: Partial<TriggerLimits> | undefined;
  /** The rates of events. Default: none. */
  readonly eventRates?: TriggerSettings["eventRates"] | undefined;
  /** Origins of other receivers on this machine. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly tracer?: Tracer | undefined;
  /** Creates more apps, whose API is that of `notes`. */
  readonly createApps?: ((origin: string) => readonly Omit<CompiledApp, "report">[]) | undefined;
}

/** The result of an API call. */
export interface ApiResult {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}

/**
 * A platform with the app `notes`, a clock that tests set, and a worker that works only when they
 * say so.
 */
export type TriggerFixture = Awaited<ReturnType<typeof createTriggerFixture>>;

/** Creates the fixture. It is removed after the test. */
export async function createTriggerFixture({
  handler = respondJson({}),
  databaseUrl,
  limits,
  eventRates,
  allowedOrigins = [],
  tracer,
  createApps = () => [],
}: TriggerFixtureOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-triggers-"));
  let respond = handler;
  const upstream = await startUpstream((received, response) => respond(received, response));
  let time = databaseUrl === undefined ? START : Date.now();
  const errors: unknown[] = [];
  const origin = "https://jackfield.test";
  const open = (trustedOrigins: readonly string[]) =>
    openPlatformParts({
      origin,
      dataFolder: folder,
      databaseUrl,
      catalog: createMemoryCatalog([
        createNotesApp(upstream.origin),
        createOpenApp(upstream.origin),
        ...createApps(upstream.origin),
      ]),
      allowedOrigins: trustedOrigins,
      triggers: { limits, eventRates },
      tracer,
      now: () => time,
      onError: (error) => void errors.push(error),
    });
  const allAllowed = [upstream.origin, ...allowedOrigins];
  let parts = await open(allAllowed);
  const { keyStore } = parts.options;
  await addKey(keyStore, "whole", {});
  await addKey(keyStore, "second", {});
  await addKey(keyStore, "reader", { permissions: ["read"] });
  await addKey(keyStore, "limited", { apps: ["open"] });
  await addKey(keyStore, "user", { user: "42" });
  await addConnection("conn_notes", {});
  let send = createSend();

  function createSend() {
    const handle = createPlatform({
      log: { request() {}, warn() {}, error: (error: unknown) => void errors.push(error) },
      origin,
      ...parts.options,
      allowsHost: () => true,
      tracer,
      now: () => time,
    });
    return toFetch(handle);
  }

  async function addConnection(id: string, overrides: Partial<Connection>): Promise<void> {
    const { store, vault } = parts.options.connections.deps;
    const at = new Date(time).toISOString();
    const connection: Connection = {
      id,
      account: DEFAULT_ACCOUNT,
      app: "notes",
      label: id,
      method: "api_key",
      status: "active",
      fields: {},
      created: at,
      updated: at,
      version: 1,
      ...overrides,
    };
    await store.add(connection);
    const saved = { ...connection, version: 2 };
    const encryptedSecrets = await encryptSecrets(vault, saved, { values: { key: CREDENTIAL } });
    await store.save(saved, { encryptedSecrets });
  }

  const request = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    send(new Request(`${origin}${path}`, { method, ...init }));

  const callAs = async (
    key: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<ApiResult> => {
    // So that events sort by the order of the calls.
    time++;
    const response = await request(method, `/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${deriveSecret(key)}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? JSON.parse(text) : undefined,
      headers: response.headers,
    };
  };
  const call = (method: string, path: string, body?: object) => callAs("whole", method, path, body);

  onTestFinished(async () => {
    await parts.close();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  return {
    origin,
    upstream,
    errors,
    request,
    call,
    callAs,
    addConnection,
    get parts() {
      return parts;
    },
    now: () => time,
    advance(milliseconds: number) {
      time += milliseconds;
    },
    setTime(text: string) {
      time = Date.parse(text);
    },
    respondWith(next: UpstreamHandler) {
      respond = next;
    },
    /** The requests that the app or the receiver got at a path. */
    requestsTo: (path: string): ReceivedRequest[] =>
      upstream.requests.filter(({ url }) => new URL(url, origin).pathname === path),
    /** Does the work that is due. */
    work: () => parts.options.triggers.worker.runOnce(),
    /** Creates a trigger. Fails if it is rejected. */
    async create(body: object): Promise<any> {
      const { status, body: created } = await call("POST", "/triggers", {
        name: "A trigger",
        ...body,
      });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(created)}`);
      return created;
    },
    /** Reads all events of a trigger with their data, the oldest first. */
    async readEvents(trigger: string): Promise<any[]> {
      const { body } = await call("GET", `/events?trigger=${trigger}&limit=100`);
      const ids: string[] = body.data.map(({ id }: { id: string }) => id).reverse();
      return Promise.all(ids.map(async (id) => (await call("GET", `/events/${id}`)).body));
    },
    /** Closes everything, and opens it again on the same data, by default with the same origins. */
    async restart(trustedOrigins: readonly string[] = allAllowed) {
      await parts.close();
      parts = await open(trustedOrigins);
      send = createSend();
    },
  };
}

export async function addKey(
  keyStore: { addKey(key: ApiKey): Promise<void> },
  name: string,
  seed: Partial<ApiKey>,
): Promise<void> {
  const secret = deriveSecret(name);
  await keyStore.addKey({
    id: `key_${name}`,
    account: DEFAULT_ACCOUNT,
    name,
    prefix: secretPrefix(secret),
    fingerprint: await hashSecret(secret),
    permissions: ["read", "connect", "run"],
    created: "2026-01-01T00:00:00.000Z",
    ...seed,
  });
}

/** An app with a credential. */
const createNotesApp = (origin: string): Omit<CompiledApp, "report"> =>
  createCompiledApp(
    {
      slug: "notes",
      name: "Notes",
      description: "Notes.",
      categories: ["notes"],
      auth: ["api_key"],
      base: origin,
      methods: [createHeaderKeyMethod("X-Notes-Key")],
    },
    [
      {
        name: "list_notes",
        title: "List notes",
        description: "Lists notes.",
        method: "GET",
        path: "/notes",
        input: objectSchema({
          folder: { type: "string" },
          since: { type: "string" },
          page: { type: "integer" },
        }),
        binding: {
          slots: [
            { argument: "folder", in: "query", name: "folder", style: "form" },
            { argument: "since", in: "query", name: "since", style: "form" },
            { argument: "page", in: "query", name: "page", style: "form" },
          ],
        },
      },
      {
        name: "create_note",
        title: "Create a note",
        description: "Creates a note.",
        method: "POST",
        path: "/notes",
        input: objectSchema({ text: { type: "string" }, stars: { type: "integer" } }, ["text"]),
        binding: {
          slots: [
            { argument: "text", in: "body", name: "text", style: "" },
            { argument: "stars", in: "body", name: "stars", style: "" },
          ],
          body: { type: "application/json" },
        },
      },
      {
        name: "delete_note",
        title: "Delete a note",
        description: "Deletes a note.",
        method: "DELETE",
        path: "/notes/{id}",
        input: objectSchema({ id: { type: "string" } }, ["id"]),
        binding: { slots: [{ argument: "id", in: "path", name: "id", style: "simple" }] },
      },
    ],
  );

/** An app without a credential. */
const createOpenApp = (origin: string): Omit<CompiledApp, "report"> =>
  createCompiledApp(
    {
      slug: "open",
      name: "Open data",
      description: "Public data.",
      categories: ["data"],
      auth: ["none"],
      base: origin,
      methods: [{ id: "none", type: "none", fields: [], from: "document" }],
    },
    [
      {
        name: "get_weather",
        title: "Get the weather",
        description: "Gets the weather.",
        method: "GET",
        path: "/weather",
        input: objectSchema({ city: { type: "string" } }, ["city"]),
        binding: { slots: [{ argument: "city", in: "query", name: "city", style: "form" }] },
      },
    ],
  );
