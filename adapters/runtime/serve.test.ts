import { expect, test } from "vitest";
import { listen } from "./serve.ts";

test("listen() responds with 503 until a handler is attached, and closes once", async () => {
  const server = await listen({ hostname: "127.0.0.1", port: 0 });
  const early = await fetch(server.url);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);
  await early.text();

  server.handle(async () => ({ status: 200, headers: {}, body: "ready" }));
  expect(await (await fetch(server.url)).text()).toBe("ready");

  await Promise.all([server.close(0), server.close()]);
  await expect(fetch(server.url)).rejects.toThrow();
});
