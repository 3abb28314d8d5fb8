/** Serves the rig's site on the runtime that runs this; prints its address as one line of JSON. Ends when its input does. */
import process from "node:process";
import type { Handler } from "../../core/index.ts";
import { serve } from "../../adapters/runtime/serve.ts";
import { createRig } from "./site.ts";

// The site's address is known only when the port is: the first requests wait for it.
const { promise: ready, resolve } = Promise.withResolvers<Handler>();
const serving = await serve(async (asked) => (await ready)(asked), { hostname: "127.0.0.1", port: 0 });
const rig = await createRig(serving.url);
resolve(rig.handler);
console.log(JSON.stringify({ url: serving.url }));

const leave = async () => {
  rig.remove();
  await serving.close(0);
  process.exit(0);
};
process.once("SIGTERM", leave);
process.once("SIGINT", leave);
process.stdin.once("end", leave);
process.stdin.resume();
