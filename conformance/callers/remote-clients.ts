import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startClientProgram } from "../clients/client-program.ts";
import type { Spec } from "../services/service.ts";
import { findProgram } from "../targets/http-client.ts";
import type { TargetKind } from "../targets/target.ts";
import { runsTier, type Tier } from "../tiers.ts";
import type { RemoteClient } from "./remote-client.ts";

const PROGRAMS = join(import.meta.dirname, "../clients/programs");
const CLIENTS = join(import.meta.dirname, "../../generated/clients");

const CLASSES = { site: "JackfieldSite", platform: "Jackfield" } as const;

/** The core in this process, from a tier on. */
const supportsCore =
  (tier: Tier) =>
  ({ name }: TargetKind): boolean =>
    name === "core" && runsTier(tier);

const clientModule = (service: Spec["name"]) =>
  pathToFileURL(join(CLIENTS, "js/src", `${service}.ts`)).href;

/** The JavaScript client on a runtime that runs TypeScript. */
const createJsClient = (
  name: string,
  [executable, ...args]: readonly [string, ...string[]],
): RemoteClient => ({
  name: `js client on ${name}`,
  supports: supportsCore("ci"),
  skipReason: () => (findProgram(executable) ? undefined : `${name} is not installed`),
  start: (service) =>
    startClientProgram([
      findProgram(executable)!,
      ...args,
      join(PROGRAMS, "js-client.mjs"),
      clientModule(service),
      CLASSES[service],
    ]),
});

export const remoteClients: readonly RemoteClient[] = [
  createJsClient("Node", ["node"]),
  createJsClient("Bun", ["bun"]),
  createJsClient("Deno", ["deno", "run", "--no-prompt", "--allow-net", "--allow-read"]),
];
