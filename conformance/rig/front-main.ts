/** Serves the rig's site before another one, which RIG_ORIGIN names. */
import process from "node:process";
import { createProxyFixture } from "./front.ts";
import { serveFixture } from "./serve.ts";

await serveFixture(async (url) => {
  const { handler, close } = await createProxyFixture(url, process.env["RIG_ORIGIN"]!);
  return { handler, remove: close };
});
