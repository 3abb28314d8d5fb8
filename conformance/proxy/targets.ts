import { join } from "node:path";
import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import type { Exchange } from "../case.ts";
import { createProxyFixture } from "../fixtures/proxy.ts";
import { createInProcessTarget, siteCore } from "../targets/core.ts";
import { siteRuntimes } from "../targets/runtimes.ts";
import { spawnServer } from "../targets/spawn-server.ts";
import type { Target, TargetKind } from "../targets/target.ts";
import type { TestRun } from "../test-run.ts";

const MAIN = join(import.meta.dirname, "../fixtures/proxy-main.ts");

/** The kinds of targets that the reverse proxy is tested on, with their names for test titles. */
export const PROXY_TARGETS = [siteCore, ...siteRuntimes].map((kind) => [kind.name, kind] as const);

/** Starts the reverse proxy in front of an upstream: in process for the core, or on a runtime. */
export async function startProxy({ name }: TargetKind, upstream: string): Promise<Target> {
  if (name !== siteCore.name) {
    const words = [...RUNTIMES[name]!.command.slice(1), MAIN];
    return spawnServer(name, words, /"url":"([^"]+)"/, { FIXTURE_UPSTREAM: upstream });
  }
  const fixture = await createProxyFixture("http://core.localhost", upstream);
  return { ...createInProcessTarget(fixture.handler), close: async () => fixture.close() };
}

/** Creates the test run of an exchange, which `cases/site/proxy.ts` lists under `endpoint`. */
export const createProxyRun = (
  target: TargetKind,
  endpoint: string,
  exchange: Exchange,
): TestRun => ({
  target,
  caller: "http",
  endpoint,
  kind: "surface",
  it: exchange.it,
  status: exchange.status,
  definition: { exchange },
});
