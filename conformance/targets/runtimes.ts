import { platform } from "../services/platform.ts";
import type { Service } from "../services/service.ts";
import { site } from "../services/site.ts";
import { programOf, spawned } from "./spawned.ts";
import type { TargetKind } from "./target.ts";

const DENO = ["run", "--allow-all", "--node-modules-dir=manual"];

/** The rig of a service, served by the adapter of a runtime. */
const runtime = (service: Service, name: string, ...words: string[]): TargetKind => ({
  name,
  service,
  isRig: true,
  knows: "everything",
  missing: () => (programOf(name) ? undefined : `${name} is not installed`),
  async start() {
    const { program, key } = service.rig;
    return { ...(await spawned(name, [...words, program], /"url":"([^"]+)"/)), key };
  },
});

/** One for each runtime that the site runs on. */
export const node = runtime(site, "node");
export const bun = runtime(site, "bun");
export const deno = runtime(site, "deno", ...DENO);

/** The same of the platform. */
export const platformNode = runtime(platform, "node");
export const platformBun = runtime(platform, "bun");
export const platformDeno = runtime(platform, "deno", ...DENO);
