import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RateLimitOptions } from "../core/http/rate-limit.ts";
import type { Endpoint, MethodHandler, Route } from "../core/http/routing/route.ts";
import type { RouteCost, Work } from "../core/http/routing/route-cost.ts";
import { admin, createSite, toFetch } from "../core/index.ts";
import { createRate } from "../core/lib/kit/flow/rate.ts";
import type { ContentSource } from "../core/ports/content.ts";
import { DEFAULT_ACCOUNT } from "../core/ports/stores/key-store.ts";
import { PERMISSIONS } from "../generated/table.ts";
import { startTestAccount, type TestBrowser } from "./account/fixtures/fixture.ts";
import { createMemoryStore } from "./fixtures/content-folder.ts";
import { createFixturePayments } from "./fixtures/payments.ts";
import { createSigningKeys } from "./signatures/keys.ts";

type AnyRoute = Route<any>;

/** The routes of the service that was created last. */
const created = vi.hoisted(() => ({ routes: [] as readonly unknown[] }));
vi.mock("../core/http/routing/router.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("../core/http/routing/router.ts")>();
  return {
    ...original,
    createRouter(...[routes, options]: Parameters<typeof original.createRouter>) {
      created.routes = routes;
      return original.createRouter(routes, options);
    },
  };
});

/** Every client may spend 1,000 requests at once. */
const RATE = createRate(1_000, 60, 1_000);
let charged = 0;
const LIMIT: RateLimitOptions = {
  rate: RATE,
  clientKey: () => "anyone",
  limiter: {
    take(_, cost) {
      charged += cost;
      return { allowed: true, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 };
    },
  },
};
beforeEach(() => {
  charged = 0;
});

const STEP = 64 * 1024;
/** A page of four steps. */
const LARGE_PAGE = `<!doctype html><title>Long</title><main>${"<p>One more paragraph.</p>".repeat((4 * STEP) / 26)}</main>`;
const PAGES = [{ path: "/", title: "Home" }, { path: "/long" }];
const content: ContentSource = {
  listPages: () => PAGES,
  async find(path) {
    if (!PAGES.some((page) => page.path === path)) return undefined;
    const bytes = new TextEncoder().encode(path === "/long" ? LARGE_PAGE : "<h1>Home</h1>");
    return {
      path,
      type: "text/html",
      size: bytes.byteLength,
      etag: `"${path}"`,
      modified: "2026-01-01T00:00:00Z",
      bytes: async () => bytes,
      stream: () => new Blob([bytes]).stream(),
    };
  },
};

interface ServiceUnderTest {
  readonly routes: readonly AnyRoute[];
  /** Sends a request with everything that its route requires. */
  send(method: string, path: string, body?: string): Promise<Response>;
}

async function createSiteUnderTest(): Promise<ServiceUnderTest> {
  const origin = "https://a.example";
  const serve = toFetch(
    createSite({
      site: { origin, name: "Site", description: "A site.", notOffered: [] },
      content,
      commerce: {
        payments: createFixturePayments(origin),
        checkoutStore: await createMemoryStore(),
      },
      signing: await createSigningKeys(),
      allowsHost: () => true,
      allowsOrigin: () => true,
      rateLimit: LIMIT,
    }),
  );
  return {
    routes: created.routes as AnyRoute[],
    send: (method, path, body) =>
      serve(createRequest(method, origin + path, body, { "api-version": "2026-04-17" })),
  };
}

async function createPlatformUnderTest(): Promise<ServiceUnderTest> {
  const app = await startTestAccount({
    platform: { rateLimit: LIMIT, unauthenticatedLimit: LIMIT },
    account: { signInLimit: LIMIT, registrationLimit: LIMIT },
  });
  const { routes } = created;
  const owner: TestBrowser = await app.setUp();
  const { key, secret } = await admin.createKey({
    account: DEFAULT_ACCOUNT,
    name: "costs",
    permissions: PERMISSIONS,
    createdBy: "terminal",
  });
  await app.keyStore.addKey(key, {
    id: "aud_costs",
    account: DEFAULT_ACCOUNT,
    at: "2026-11-22T10:00:00Z",
    actor: { kind: "terminal" },
    action: "key.created",
  });
  return {
    routes: routes as AnyRoute[],
    send(method, declaredPath, body) {
      const path = declaredPath.replace("/mcp/k/none", `/mcp/k/${secret}`);
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const isAccount = path.startsWith("/account/");
      return app.send(
        createRequest(method, app.origin + path, body, {
          ...(isAccount ? { cookie, origin: app.origin } : { authorization: `Bearer ${secret}` }),
          ...(isAccount && { "sec-fetch-site": "same-origin" }),
        }),
      );
    },
  };
}

const createRequest = (
  method: string,
  url: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
): Request =>
  new Request(url, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      }),
    },
    ...(body !== undefined && { body }),
    redirect: "manual",
  });

interface DeclaredEndpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly cost: RouteCost;
}

/** Lists the methods of all routes with a path that fits each. */
const listEndpoints = (routes: readonly AnyRoute[]): DeclaredEndpoint[] =>
  routes.flatMap((route) => {
    const handlers: [string, MethodHandler<any>][] = Object.entries(route.methods);
    if (route.fallback) handlers.push(["POST", route.fallback]);
    return handlers.map(([method, handler]) => ({
      name: `${method} ${route.path}`,
      method,
      path: route.path.replaceAll(/\{\w+\}/g, "none").replace(/\*$/, "none"),
      cost: typeof handler === "function" ? route.cost : (handler as Endpoint<any>).cost,
    }));
  });

const follows = (work: Work) => (endpoint: DeclaredEndpoint) =>
  "follows" in endpoint.cost && endpoint.cost.follows.includes(work);

/** A JSON-RPC message or a body, with a list of this many values where nothing is expected. */
const createBody = (path: string, values: string) =>
  path.includes("mcp")
    ? `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"unknown":${values}}}`
    : `{"unknown":${values}}`;

const list = (length: number) => JSON.stringify(Array<number>(length).fill(1));
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 1])));

describe.each([
  ["site", createSiteUnderTest, 60],
  ["platform", createPlatformUnderTest, 140],
] as const)("the routes of the %s", (_, createService, minimum) => {
  let service: ServiceUnderTest;
  let endpoints: readonly DeclaredEndpoint[];
  beforeAll(async () => {
    service = await createService();
    endpoints = listEndpoints(service.routes);
  });

  it("all declare a base cost, the work that raises it, or why they are free", () => {
    expect(endpoints.length).toBeGreaterThan(minimum);
    const undeclared = endpoints.filter(({ cost }) =>
      "free" in cost ? cost.free === undefined : cost.base === 0 && cost.follows.length === 0,
    );
    expect(undeclared).toEqual([]);
  });

  it("charge the base cost of every request", async () => {
    for (const { name, method, path, cost } of endpoints) {
      if ("free" in cost || cost.base === 0) continue;
      charged = 0;
      await service.send(method, path, method === "GET" ? undefined : "{}");
      expect(charged, name).toBeGreaterThanOrEqual(cost.base - 1e-9);
    }
  });

  it("charge a body by its values, before it is parsed", async () => {
    const withBody = endpoints.filter(follows("body"));
    expect(withBody.length).toBeGreaterThan(3);
    for (const { name, method, path } of withBody) {
      charged = 0;
      await service.send(method, path, createBody(path, list(5_000)));
      expect(charged, name).toBeGreaterThanOrEqual(5);
    }
  });

  it("charge a body by its bytes", async () => {
    for (const { name, method, path } of endpoints.filter(follows("body"))) {
      charged = 0;
      await service.send(
        method,
        path,
        createBody(path, JSON.stringify("x".repeat(16 * STEP - 200))),
      );
      expect(charged, name).toBeGreaterThanOrEqual(3);
    }
  });

  it("never parse a body that exceeds the limits", async () => {
    const excesses = [list(20_001), members(2_001), "[".repeat(103) + "]".repeat(103)];
    const parse = vi.spyOn(JSON, "parse");
    for (const { name, method, path } of endpoints.filter(follows("body")))
      for (const excess of excesses) {
        const body = createBody(path, excess);
        const { status } = await service.send(method, path, body);
        expect(status, name).toBe(400);
        expect(
          parse.mock.calls.filter(([text]) => text === body),
          name,
        ).toEqual([]);
      }
    parse.mockRestore();
  });

  it("charge a response by its bytes, and digest a large one only once", async () => {
    const documents = endpoints.filter(follows("response"));
    expect(documents.length).toBeGreaterThan(1);
    for (const { name, method, path } of documents) {
      // The first response may be a text that is still being written, and the second is complete.
      for (let index = 0; index < 2; index++)
        await (await service.send(method, path)).arrayBuffer();
      charged = 0;
      const digest = vi.spyOn(crypto.subtle, "digest");
      const response = await service.send(method, path);
      const digested = digest.mock.calls.filter(
        ([, data]) => (data as Uint8Array).byteLength > STEP,
      );
      digest.mockRestore();
      expect(digested.length, name).toBe(0);
      const { byteLength } = await response.arrayBuffer();
      if (response.status === 200)
        expect(charged, name).toBeCloseTo(Math.max(Math.ceil(byteLength / STEP), 1) / 10);
    }
  });

  it("send no large response for free", async () => {
    for (const { name, method, path, cost } of endpoints) {
      if (!("free" in cost) || method !== "GET") continue;
      if (cost.free !== "operator" && cost.free !== "session") continue;
      const response = await service.send(method, path);
      if (response.headers.get("content-type") === "text/event-stream") {
        await response.body!.cancel();
        continue;
      }
      expect((await response.arrayBuffer()).byteLength, name).toBeLessThan(STEP);
    }
  });
});

it("a page of the site costs as much as its conversion", async () => {
  const { send } = await createSiteUnderTest();
  charged = 0;
  await send("GET", "/agent/read?url=https://a.example/long");
  expect(charged).toBeCloseTo(1);
  charged = 0;
  await send("GET", "/agent/read?url=https://a.example/long");
  expect(charged).toBeCloseTo(0.1);
});
