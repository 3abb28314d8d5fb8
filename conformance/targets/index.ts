import type { Service } from "../services/service.ts";
import { runsTier } from "../tiers.ts";
import { platformCore, platformRuntimes, siteCore, siteRuntimes } from "./core.ts";
import {
  connectToRunning,
  platformPrismMock,
  platformPrismProxy,
  prismMock,
  prismProxy,
} from "./prism.ts";
import type { TargetKind } from "./target.ts";
import { siteWorker } from "./worker.ts";

export { createExternalMock as mockAt } from "./prism.ts";

/** The targets that the suite starts: in the quick tier only the core, and workerd from `ci` on. */
export const targets: readonly TargetKind[] = runsTier("standard")
  ? [
      ...[siteCore, ...siteRuntimes, ...(runsTier("ci") ? [siteWorker] : [])],
      ...[prismProxy, prismMock],
      ...[platformCore, ...platformRuntimes, platformPrismProxy, platformPrismMock],
    ]
  : [siteCore, platformCore];

/**
 * Creates the target of a deployment. Only portable cases run against it, and cases that write data
 * only if its owner allows them.
 */
export const createDeployment = (
  url: string,
  service: Service,
  {
    allowsWrites = false,
    key,
  }: { readonly allowsWrites?: boolean; readonly key?: string | undefined } = {},
): TargetKind => ({
  name: new URL(url).host,
  service,
  isFixture: false,
  allowsWrites,
  scope: "everything",
  async start() {
    const target = { ...(await connectToRunning(url)), key };
    await service.assertIsService(target);
    return target;
  },
});
