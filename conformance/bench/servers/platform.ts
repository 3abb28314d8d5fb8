import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createHostCheck } from "../../../adapters/services/allowed-hosts.ts";
import { openPlatformParts } from "../../../adapters/services/platform-parts.ts";
import { createPlatform } from "../../../core/index.ts";
import {
  createApp,
  createConnected,
  createTool,
} from "../../../core/lib/openapi-tools/call/testing.ts";
import { createCard } from "../../../core/lib/openapi-tools/compile/results/card.ts";
import { hashSecret, secretPrefix } from "../../../core/platform/auth/key-format.ts";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { createMemoryCatalog } from "../../fixtures/connections/apps.ts";
import type { StartServer } from "./listen.ts";

const ID_SLOT = { argument: "id", in: "path", name: "id", style: "simple" } as const;
const ID_PROPERTY = { id: { type: "string" } };

/** A tool that reads and a tool that writes. */
const TOOLS = [
  createTool(
    { path: "/things/{id}", slots: [ID_SLOT] },
    {
      name: "desk.things_get",
      annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
      input: {
        type: "object",
        properties: ID_PROPERTY,
        required: ["id"],
        additionalProperties: false,
      },
    },
  ),
  createTool(
    {
      method: "POST",
      path: "/things/{id}",
      slots: [ID_SLOT, { argument: "title", in: "body", name: "title", style: "" }],
      body: { type: "application/json" },
    },
    {
      name: "desk.things_update",
      input: {
        type: "object",
        properties: { ...ID_PROPERTY, title: { type: "string" } },
        required: ["id"],
        additionalProperties: false,
      },
    },
  ),
];

/**
 * The platform on the current runtime, with SQLite, an app with two tools, and a connection to it.
 * In the variant `stubbed`, requests to the app respond at once.
 */
export const startPlatform: StartServer = async (variant) => {
  const upstream = process.env["BENCH_UPSTREAM"]!;
  const secret = process.env["BENCH_KEY"]!;
  const folder = mkdtempSync(join(tmpdir(), "jackfield-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const origin = "http://127.0.0.1:4100";
  const catalog = createMemoryCatalog([
    {
      record: createApp(upstream, { tools: TOOLS.length }),
      tools: TOOLS,
      definitions: new Map(),
      from: 1,
      cards: TOOLS.map((tool) => createCard(tool)),
      documents: [],
    },
  ]);
  const parts = await openPlatformParts({
    origin,
    dataFolder: folder,
    catalog,
    allowedOrigins: [upstream],
  });
  const { keyStore, runs, ...rest } = parts.options;
  await keyStore.addKey({
    id: "key_1",
    account: DEFAULT_ACCOUNT,
    name: "bench",
    prefix: secretPrefix(secret),
    fingerprint: await hashSecret(secret),
    permissions: ["read", "run"],
    created: new Date().toISOString(),
  });
  // The same object for every run, as the connection service returns it.
  const connected = createConnected("token-0123456789");
  const handler = createPlatform({
    origin,
    keyStore,
    ...rest,
    runs: {
      ...runs,
      ...(variant === "stubbed" && { outbound: stubbedOutbound }),
      connections: {
        use: async () => connected,
        refresh: async (connected) => connected,
      },
    },
    allowsHost: createHostCheck(origin, []),
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};

const APP_BODY = JSON.stringify({ id: 7, title: "It hums", body: "x".repeat(900) });

/** Responds to every request like the app, without a connection. */
const stubbedOutbound: Outbound = {
  fetch: async (url) => {
    const response = new Response(null, { headers: { "content-type": "application/json" } });
    return {
      status: 200,
      url,
      headers: response.headers,
      body: new Blob([APP_BODY]).stream(),
      bytes: async () => new TextEncoder().encode(APP_BODY),
      text: async () => APP_BODY,
    };
  },
};
