import { afterAll, beforeAll, describe, test } from "vitest";
import { proxyExchanges } from "../cases/site/proxy.ts";
import { startUpstreamSite, type UpstreamSite } from "../fixtures/upstream-site.ts";
import { formatFailures } from "../format-failures.ts";
import { createSession, type TestSession } from "../test-session.ts";
import { createProxyRun, PROXY_TARGETS, startProxy } from "./targets.ts";

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
