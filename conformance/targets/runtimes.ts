import { platform } from "../services/platform.ts";
import type { Service } from "../services/service.ts";
import { site } from "../services/site.ts";
import { findProgram, spawnServer } from "./spawn-server.ts";
import type { TargetKind } from "./target.ts";

const DENO_ARGUMENTS = ["run", "--allow-all", "--node-modules-dir=manual"];

/** The fixture of a service, served by the adapter of a runtime. */
const createRuntimeTarget = (service: Service, name: string, ...args: string[]): TargetKind => ({
  name,
  service,
  isFixture: true,
  scope: "everything",
  skipReason: () => (findProgram(name) ? undefined : `${name} is not installed`),
  async start() {
    const { program, key } = service.fixture;
    return { ...(await spawnServer(name, [...args, program], /"url":"([^"]+)"/)), key };
  },
});

/** One target for each runtime, serving the site. */
export const node = createRuntimeTarget(site, "node");
export const bun = createRuntimeTarget(site, "bun");
export const deno = createRuntimeTarget(site, "deno", ...DENO_ARGUMENTS);

/** One target for each runtime, serving the platform. */
export const platformNode = createRuntimeTarget(platform, "node");
export const platformBun = createRuntimeTarget(platform, "bun");
export const platformDeno = createRuntimeTarget(platform, "deno", ...DENO_ARGUMENTS);
