import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { hostRule } from "../../../adapters/hosts.ts";
import { outbound } from "../../../adapters/outbound.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { openPlatform } from "../../../adapters/storage/open.ts";
import { ACCOUNT, createPlatform } from "../../../core/index.ts";
import { cardOf } from "../../../core/platform/domain/catalogue/card.ts";
import { fingerprintOf, prefixOf } from "../../../core/platform/domain/keys/form.ts";
import { appAt, connectedWith, toolWith } from "../../rig/platform/running.ts";
import { memoryCatalogue } from "../../rig/platform/catalogue.ts";
import type { Start } from "./listen.ts";

const id = ["id", "path", 0, "simple"] as const;
const ID = { id: { type: "string" } };

/** The platform service on the adapter of the runtime, with a file as its storage, an app of two tools, and a connection to it. */
export const startPlatform: Start = async () => {
  const upstream = process.env["BENCH_ORIGIN"]!;
  const secret = process.env["BENCH_KEY"]!;
  const folder = mkdtempSync(join(tmpdir(), "jackfield-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { accounts, runs } = await openPlatform({ folder });
  await accounts.addKey({ id: "key_1", account: ACCOUNT, name: "bench", prefix: prefixOf(secret), fingerprint: await fingerprintOf(secret), permissions: ["read", "run"], created: new Date().toISOString() });
  const tools = [
    toolWith({ path: "/things/{id}", slots: [id] }, { name: "desk.things_get", input: { type: "object", properties: ID, required: ["id"], additionalProperties: false } }),
    toolWith({ method: "POST", path: "/things/{id}", slots: [id, ["title", "body", 0, ""]], body: { type: "application/json" } }, { name: "desk.things_update", input: { type: "object", properties: { ...ID, title: { type: "string" } }, required: ["id"], additionalProperties: false } }),
  ];
  const handler = createPlatform({
    origin: "http://127.0.0.1:4100",
    catalogue: memoryCatalogue([{ record: appAt(upstream, { tools: tools.length }), tools, definitions: new Map(), from: 1, cards: tools.map((tool) => cardOf(tool)), documents: [] }]),
    accounts,
    running: { store: runs, outbound: outbound({ allow: [upstream] }), connections: { use: async () => connectedWith("token-0123456789"), renewed: async (connected) => connected } },
    allowsHost: hostRule("http://127.0.0.1:4100", []),
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
