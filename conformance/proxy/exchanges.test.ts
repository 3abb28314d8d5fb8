import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proxyExchanges } from "../cases/site/proxy.ts";
import { startUpstreamSite, type UpstreamSite } from "../fixtures/proxy.ts";
import { applyMutation } from "../mutations/mutation.ts";
import { proxyMutations } from "../mutations/proxy.ts";
import { siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { formatFailures } from "../test-run.ts";
import { createSession, type TestSession } from "../test-session.ts";
import { createProxyRun, PROXY_TARGETS, startProxy } from "./wire.ts";

describe.each(PROXY_TARGETS)("exchanges through the reverse proxy, on %s", (_, kind) => {
  let origin: UpstreamSite;
  let session: TestSession;
  const skipReason = kind.skipReason?.();

  beforeAll(async () => {
    if (skipReason) return;
    origin = await startUpstreamSite();
    session = createSession(kind, await startProxy(kind, origin.url));
  });
  afterAll(async () => {
    await session?.close();
    await origin?.close();
  });

  for (const [endpoint, exchanges] of Object.entries(proxyExchanges)) {
    for (const exchange of exchanges) {
      test(`${endpoint} › ${exchange.it}`, async ({ skip }) => {
        if (skipReason) skip(skipReason);
        const outcome = await session.run(createProxyRun(kind, endpoint, exchange));
        if (outcome.result === "failed") throw new Error(formatFailures(outcome.failures));
        if (outcome.result === "skipped") skip(outcome.reason);
      });
    }
  }
});

describe("mutations of the reverse proxy", () => {
  let origin: UpstreamSite;
  let unmodified: Target;
  beforeAll(async () => {
    origin = await startUpstreamSite();
    unmodified = await startProxy(siteCore, origin.url);
  });
  afterAll(async () => {
    await unmodified.close();
    await origin.close();
  });

  test.each(proxyMutations)("$description", async (mutation) => {
    const [endpoint = "", title] = mutation.failingTest.split(" › ");
    const exchange = proxyExchanges[endpoint]?.find(({ it }) => it === title);
    expect(exchange, mutation.failingTest).toBeDefined();
    const testRun = createProxyRun(siteCore, endpoint, exchange!);
    expect((await createSession(siteCore, unmodified).run(testRun)).result).toBe("passed");
    const outcome = await createSession(siteCore, applyMutation(unmodified, mutation)).run(testRun);
    expect(outcome.result === "failed" ? formatFailures(outcome.failures) : outcome.result).toMatch(
      mutation.message,
    );
  });
});
