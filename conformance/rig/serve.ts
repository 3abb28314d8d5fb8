import process from "node:process";
import { serve } from "../../adapters/runtime/serve.ts";
import type { Handler } from "../../core/index.ts";

/** Serves what `create` makes on the runtime that runs this; prints its address as one line of JSON. Ends when its input does. */
export async function serveFixture(
  create: (url: string) => Promise<{ readonly handler: Handler; remove(): void }>,
): Promise<void> {
  // The address is known only when the port is: the first requests wait for it.
  const { promise: ready, resolve } = Promise.withResolvers<Handler>();
  const serving = await serve(async (request) => (await ready)(request), {
    hostname: "127.0.0.1",
    port: 0,
  });
  const fixture = await create(serving.url);
  resolve(fixture.handler);
  console.log(JSON.stringify({ url: serving.url }));

  const leave = async () => {
    fixture.remove();
    await serving.close(0);
    process.exit(0);
  };
  process.once("SIGTERM", leave);
  process.once("SIGINT", leave);
  process.stdin.once("end", leave);
  process.stdin.resume();
}
