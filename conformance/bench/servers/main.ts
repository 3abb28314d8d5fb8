/** The process of one server: `main.ts <server> <variant> [answer]`. Says on stderr where it listens; stdout is its log's. */
import process from "node:process";
import type { RecordedResponse } from "./bare.ts";
import type { StartServer } from "./listen.ts";

const [server = "", variant = "", recorded] = process.argv.slice(2);
const starts: Record<string, () => Promise<StartServer>> = {
  bare: async () =>
    (await import("./bare.ts")).createBareServer(
      JSON.parse(recorded ?? "null") as RecordedResponse,
    ),
  jackfield: async () => (await import("./jackfield.ts")).startJackfield,
  shop: async () => (await import("./shop.ts")).startShop,
  origin: async () => (await import("./origin.ts")).startOrigin,
  proxy: async () => (await import("./proxy.ts")).startProxy,
  front: async () => (await import("./jackfield-proxy.ts")).startJackfieldProxy,
  upstream: async () => (await import("./upstream.ts")).startUpstream,
  platform: async () => (await import("./platform.ts")).startPlatform,
  hono: async () => (await import("./hono.ts")).startHono,
  fastify: async () => (await import("./fastify.ts")).startFastify,
  sdk: async () => (await import("./sdk.ts")).startSdk,
};
if (!starts[server])
  throw new Error(`There is no server ${server}; there are ${Object.keys(starts).join(", ")}.`);
const start = await starts[server]();
const port = await start(variant);
// A profile is written at the end only of a process that ends by itself.
process.on("SIGTERM", () => process.exit(0));
process.stderr.write(`listening ${port}\n`);
