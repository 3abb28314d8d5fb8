import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../adapters/runtime/serve.ts";
import type { Handler } from "../core/index.ts";
import { selectCoreRuns } from "./core-runs.ts";
import { platform } from "./services/platform.ts";
import type { Service } from "./services/service.ts";
import { site } from "./services/site.ts";
import { createDeployment } from "./targets/index.ts";
import { parseRateLimit, parseRatePolicy } from "./targets/rate-limit.ts";
import { planTestRuns } from "./test-run.ts";
import { openSession } from "./test-session.ts";

describe.each([site, platform])("a quick check of a $name", (service) => {
  let deployment: Awaited<ReturnType<typeof serveFixture>>;
  beforeAll(async () => {
    deployment = await serveFixture(service);
  });
  afterAll(() => deployment.close());

  it("passes with at most 100 requests", async () => {
    const kind = createDeployment(deployment.url, service, { key: service.fixture.key });
    const testRuns = selectCoreRuns(planTestRuns(kind));
    const session = await openSession(kind);
    const failed = [];
    let skipped = 0;
    for (const testRun of testRuns) {
      const outcome = await session.run(testRun);
      if (outcome.result === "skipped") skipped += 1;
      if (outcome.result === "failed") failed.push({ test: testRun.it, outcome });
    }
    await session.close();
    expect(failed).toEqual([]);
    expect(deployment.requests()).toBeLessThanOrEqual(100);
    expect(deployment.requests()).toBeGreaterThan(testRuns.length - skipped);
    expect(new Set(testRuns.map(({ endpoint }) => endpoint)).size).toBeGreaterThan(30);
  });
});

describe("the rate limit headers", () => {
  it("name the limit with the fewest remaining requests", () => {
    expect(parseRateLimit('"network";r=9;t=1, "key";r=0;t=12')).toEqual({
      remaining: 0,
      seconds: 12,
    });
    expect(parseRateLimit(undefined)).toBeUndefined();
  });

  it("name the slowest policy", () => {
    expect(parseRatePolicy('"burst";q=20;w=1, "client";q=60;w=60')).toEqual({
      quota: 60,
      seconds: 60,
    });
  });
});

/** Serves the fixture of a service, and counts its requests. */
async function serveFixture({ fixture }: Service) {
  let handler: Handler = () => ({ status: 503, headers: {}, body: null });
  let requests = 0;
  const server = await serve(
    (request) => {
      requests += 1;
      return handler(request);
    },
    { hostname: "127.0.0.1", port: 0 },
  );
  const created = await fixture.create(server.url);
  handler = created.handler;
  return {
    url: server.url,
    requests: () => requests,
    async close() {
      await server.close();
      created.remove();
    },
  };
}
