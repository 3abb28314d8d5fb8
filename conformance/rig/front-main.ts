/** Serves the rig's site before another one, which RIG_ORIGIN names. */
import process from "node:process";
import { createFrontRig } from "./front.ts";
import { serveRig } from "./serve.ts";

await serveRig(async (url) => {
  const { handler, close } = await createFrontRig(url, process.env["RIG_ORIGIN"]!);
  return { handler, remove: close };
});
