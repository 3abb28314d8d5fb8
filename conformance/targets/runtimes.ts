import { join } from "node:path";
import { programOf, spawned } from "./spawned.ts";
import type { TargetKind } from "./target.ts";

const RIG = join(import.meta.dirname, "../rig/main.ts");

/** The rig's site, served by the adapter of a runtime. */
const runtime = (name: string, ...words: string[]): TargetKind => ({
  name,
  isRig: true,
  knows: "everything",
  missing: () => (programOf(name) ? undefined : `${name} is not installed`),
  start: () => spawned(name, [...words, RIG], /"url":"([^"]+)"/),
});

/** One for each runtime that the service runs on. */
export const node = runtime("node");
export const bun = runtime("bun");
export const deno = runtime("deno", "run", "--allow-all", "--node-modules-dir=manual");
