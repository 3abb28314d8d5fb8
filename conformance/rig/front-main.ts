/** Serves the rig's site before another one, which RIG_ORIGIN names; prints its address as one line of JSON. Ends when its input does. */
import process from "node:process";
import type { Handler } from "../../core/index.ts";
import { serve } from "../../adapters/runtime/serve.ts";
import { createFrontRig } from "./front.ts";

const { promise: ready, resolve } = Promise.withResolvers<Handler>();
const serving = await serve(async (asked) => (await ready)(asked), { hostname: "127.0.0.1", port: 0 });
const rig = await createFrontRig(serving.url, process.env["RIG_ORIGIN"]!);
resolve(rig.handler);
console.log(JSON.stringify({ url: serving.url }));

const leave = async () => {
  rig.close();
  await serving.close(0);
  process.exit(0);
};
process.once("SIGTERM", leave);
process.stdin.once("end", leave);
process.stdin.resume();
