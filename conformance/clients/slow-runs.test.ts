import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../adapters/runtime/serve.ts";
import { remoteClients } from "../callers/remote-clients.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";
import { createCompiledApp } from "../fixtures/platform/compiled-app.ts";
import type { ClientProgram } from "./client-program.ts";

const SECONDS = 65;

const createSlowApp = (origin: string) =>
  createCompiledApp(
    {
      slug: "slow",
      name: "Slow",
      description: "Reports that take a while.",
      categories: ["reports"],
      auth: ["none"],
      base: origin,
      methods: [{ id: "none", type: "none", fields: [], from: "document" }],
    },
    [
      {
        name: "create_report",
        title: "Create a report",
        description: "Creates a report.",
        method: "POST",
        path: "/reports",
      },
    ],
  );

describe(`a tool that answers after ${SECONDS} seconds`, () => {
  let received = 0;
  const app = createServer((request, response) => {
    received++;
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"report":1}');
    }, SECONDS * 1_000);
  });
  let server: Awaited<ReturnType<typeof listen>>;
  let platform: TestPlatform;
  let secret: string;
  beforeAll(async () => {
    await once(app.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    server = await listen({ hostname: "127.0.0.1", port: 0 });
    const slow = createSlowApp(origin);
    platform = await startTestPlatform([slow.record], {
      catalog: createMemoryCatalog([slow]),
      allowedOrigins: [origin],
      origin: server.url,
    });
    server.handle(platform.handler);
    ({ secret } = await platform.createKey({}));
  });
  afterAll(async () => {
    await server?.close(0);
    await platform?.close();
    app.closeAllConnections();
    app.close();
  });

  const clients = remoteClients.filter(
    ({ name, skipReason }) => /on (Node|Bun|Deno)$|^python3 client/.test(name) && !skipReason(),
  );

  /** Runs the tool through all clients at once, each of which has the default options. */
  const runThroughAll = (options: Readonly<Record<string, unknown>>) =>
    Promise.all(
      clients.map(async (client) => {
        const program: ClientProgram = await client.start("platform");
        const call = { resource: "tools", method: "run", positional: ["slow.create_report", {}] };
        try {
          return {
            name: client.name,
            ...(await program.call({ baseUrl: server.url, apiKey: secret }, { ...call, options })),
          };
        } finally {
          await program.close();
        }
      }),
    );

  it("is waited for if the run may take that long", { timeout: 120_000 }, async () => {
    const data = { report: 1 };
    expect(clients.length).toBeGreaterThan(2);
    expect(await runThroughAll({ timeout: 90 })).toEqual(
      clients.map(({ name }) => ({
        name,
        value: expect.objectContaining({ status: "succeeded", data }),
      })),
    );
    expect(received).toBe(clients.length);
  });

  it("has an outcome from the service otherwise", { timeout: 120_000 }, async () => {
    received = 0;
    expect(await runThroughAll({})).toEqual(
      clients.map(({ name }) => ({
        name,
        value: expect.objectContaining({ status: "outcome_unknown" }),
      })),
    );
    expect(received).toBe(clients.length);
  });
});
