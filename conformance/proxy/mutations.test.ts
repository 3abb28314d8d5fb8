import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proxyExchanges } from "../cases/site/proxy.ts";
import { startUpstreamSite, type UpstreamSite } from "../fixtures/upstream-site.ts";
import { formatFailures } from "../format-failures.ts";
import { applyMutation } from "../mutations/mutation.ts";
import { proxyMutations } from "../mutations/proxy.ts";
import { siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { createSession } from "../test-session.ts";
import { createProxyRun, startProxy } from "./targets.ts";

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
