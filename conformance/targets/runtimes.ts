import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import { platform } from "../services/platform.ts";
import type { Service } from "../services/service.ts";
import { site } from "../services/site.ts";
import { findProgram, spawnServer } from "./spawn-server.ts";
import type { TargetKind } from "./target.ts";

/** The fixture of a service, served by the adapter of a runtime. */
const createRuntimeTarget = (service: Service, name: string): TargetKind => ({
  name,
  service,
  isFixture: true,
  scope: "everything",
  skipReason: () => (findProgram(name) ? undefined : `${name} is not installed`),
  async start() {
    const { program, key } = service.fixture;
    const args = [...RUNTIMES[name]!.command.slice(1), program];
    return { ...(await spawnServer(name, args, /"url":"([^"]+)"/)), key };
  },
});

const createRuntimeTargets = (service: Service): readonly TargetKind[] =>
  Object.keys(RUNTIMES).map((name) => createRuntimeTarget(service, name));

/** One target for each runtime, serving the site. */
export const siteRuntimes = createRuntimeTargets(site);

/** One target for each runtime, serving the platform. */
export const platformRuntimes = createRuntimeTargets(platform);

export const node = createRuntimeTarget(site, "node");
export const platformNode = createRuntimeTarget(platform, "node");
