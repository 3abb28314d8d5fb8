/**
 * Runs one server: `main.ts <server> <variant> [recorded response]`. Writes its port to standard
 * error, because standard output is the log.
 */
import process from "node:process";
import type { RecordedResponse } from "./bare.ts";
import type { StartServer } from "./listen.ts";

const [server = "", variant = "", recorded] = process.argv.slice(2);
const SERVERS: Record<string, () => Promise<StartServer>> = {
  bare: async () => (await import("./bare.ts")).startBareServer,
  "search-only": async () => (await import("./search-only.ts")).startSearchOnly,
  jackfield: async () => (await import("./jackfield.ts")).startJackfield,
  shop: async () => (await import("./shop.ts")).startShop,
  "site-upstream": async () => (await import("./site-upstream.ts")).startSiteUpstream,
  "bare-proxy": async () => (await import("./bare-proxy.ts")).startBareProxy,
  "client-proxy": async () => (await import("./client-proxy.ts")).startClientProxy,
  "jackfield-proxy": async () => (await import("./jackfield-proxy.ts")).startJackfieldProxy,
  "app-upstream": async () => (await import("./app-upstream.ts")).startAppUpstream,
  "list-upstream": async () => (await import("./list-upstream.ts")).startListUpstream,
  platform: async () => (await import("./platform.ts")).startPlatform,
  hono: async () => (await import("./hono.ts")).startHono,
  fastify: async () => (await import("./fastify.ts")).startFastify,
  hooks: async () => (await import("./hooks.ts")).startHooks,
  "bare-hooks": async () => (await import("./bare-hooks.ts")).startBareHooks,
  "fastify-hooks": async () => (await import("./bare-hooks.ts")).startFastifyHooks,
  sdk: async () => (await import("./sdk.ts")).startSdk,
};
if (!SERVERS[server])
  throw new Error(`Unknown server "${server}". Choose one of ${Object.keys(SERVERS).join(", ")}.`);
const start = await SERVERS[server]();
const port = await start(variant, JSON.parse(recorded ?? "null") as RecordedResponse);
// Node writes a profile only if the process exits normally.
process.on("SIGTERM", () => process.exit(0));
process.stderr.write(`listening ${port}\n`);
