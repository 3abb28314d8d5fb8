import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromiumPath } from "../browser/chromium.ts";
import { bundleModule } from "../bundle.ts";
import { skip } from "../case.ts";
import { type ClientProgram, startClientProgram } from "../clients/client-program.ts";
import { findOldNode, OLD_NODE_VERSIONS } from "../clients/old-node.ts";
import { PYTHONS, type Python } from "../clients/python/interpreters.ts";
import { startPageClient, startWorkerClient } from "../clients/web-programs.ts";
import type { Spec } from "../services/service.ts";
import { findProgram } from "../targets/http-client.ts";
import type { TargetKind } from "../targets/target.ts";
import { workerSkipReason } from "../targets/worker.ts";
import { runsTier, type Tier } from "../tiers.ts";
import type { RemoteClient } from "./remote-client.ts";

const PROGRAM = join(import.meta.dirname, "../clients/programs/js-client.mjs");
const SOURCES = join(import.meta.dirname, "../../generated/clients/js/src");
const CLASSES = { site: "JackfieldSite", platform: "Jackfield" } as const;

const sourceOf = (service: Spec["name"]) => join(SOURCES, `${service}.ts`);

/** Supports the core in this process, from a tier on. */
const supportsCore =
  (tier: Tier) =>
  ({ name }: TargetKind): boolean =>
    name === "core" && runsTier(tier);

/** The client on a runtime that runs TypeScript. */
const createRuntimeClient = (
  name: string,
  [command, ...args]: readonly [string, ...string[]],
): RemoteClient => ({
  name: `js client on ${name}`,
  supports: supportsCore("ci"),
  skipReason: () => (findProgram(command) ? undefined : `${name} is not installed`),
  start(service) {
    const url = pathToFileURL(sourceOf(service)).href;
    return startClientProgram([findProgram(command)!, ...args, PROGRAM, url, CLASSES[service]]);
  },
});

export const nodeClient = createRuntimeClient("Node", ["node"]);

/** The client on a version of Node.js that doesn't run TypeScript. */
const createOldNodeClient = (version: string): RemoteClient => ({
  name: `js client on Node ${version.split(".", 1)}`,
  supports: supportsCore("all"),
  skipReason: () =>
    findOldNode(version) ? undefined : `Node ${version} can't be downloaded from npm`,
  async start(service): Promise<ClientProgram> {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-client-"));
    const file = join(folder, "client.mjs");
    writeFileSync(file, await bundleModule(sourceOf(service)));
    const url = pathToFileURL(file).href;
    const program = startClientProgram([findOldNode(version)!, PROGRAM, url, CLASSES[service]]);
    return {
      ...program,
      async close() {
        await program.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
});

const PYTHON_PROGRAM = join(import.meta.dirname, "../clients/programs/python-client.py");
const PYTHON_PACKAGE = join(import.meta.dirname, "../../generated/clients/python");

/** The blocking or the asynchronous client of an interpreter. */
export const createPythonClient = (
  { name, command, skipReason }: Python,
  mode: "blocking" | "async",
  tier: Tier,
): RemoteClient => ({
  name: mode === "async" ? `${name} client, async` : `${name} client`,
  supports: supportsCore(tier),
  skipReason: () => skipReason,
  skipCall: skipImpossibleCall,
  start(service) {
    const args = ["-W", "error", PYTHON_PROGRAM, PYTHON_PACKAGE, CLASSES[service]];
    return startClientProgram([command, ...args, ...(mode === "async" ? ["async"] : [])], {
      PYTHONDONTWRITEBYTECODE: "1",
    });
  },
});

/** Skips calls that are errors of the language, or that mean something else in it. */
export const skipImpossibleCall: NonNullable<RemoteClient["skipCall"]> = (
  { client, input: schema },
  input,
) => {
  for (const [name, value] of Object.entries(input)) {
    if (!(name in schema.properties)) skip("Python itself refuses an unknown argument");
    if (value === null) skip("None stands for an input that isn't given");
  }
  const required: readonly string[] = schema.required ?? [];
  if (client!.positional.some((name) => required.includes(name) && input[name] === undefined))
    skip("Python itself refuses a call without a required argument");
};

/** All clients in programs of their own. */
export const remoteClients: readonly RemoteClient[] = [
  nodeClient,
  createRuntimeClient("Bun", ["bun"]),
  createRuntimeClient("Deno", ["deno", "run", "--no-prompt", "--allow-net", "--allow-read"]),
  ...OLD_NODE_VERSIONS.map(createOldNodeClient),
  createPythonClient(PYTHONS[0]!, "blocking", "ci"),
  createPythonClient(PYTHONS[0]!, "async", "all"),
  ...PYTHONS.slice(1).flatMap((python) => [
    createPythonClient(python, "blocking", "all"),
    createPythonClient(python, "async", "all"),
  ]),
  {
    name: "js client in workerd",
    supports: supportsCore("all"),
    skipReason: workerSkipReason,
    start: (service) => startWorkerClient(CLASSES[service]),
  },
  {
    name: "js client in Chromium",
    options: { allowBrowser: true },
    isPage: true,
    supports: supportsCore("all"),
    skipReason: () =>
      chromiumPath ? undefined : "Chromium is not installed, and CHROMIUM names no executable",
    start: (service) => startPageClient(CLASSES[service]),
  },
];
