import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isInstalled, startOn } from "./start-on.ts";

const FIXTURE = join(import.meta.dirname, "fixture.ts");
const REQUEST = "GET /cookies HTTP/1.1\r\nHost: a.example\r\n\r\n";

describe.concurrent("an idle connection", () => {
  it.for(["node", "bun", "deno"])(
    "outlasts the 60 seconds of proxies on %s",
    { timeout: 90_000 },
    async (runtime, { skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      const server = await startOn(runtime, [FIXTURE]);
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      let response = "";
      let isClosed = false;
      socket.on("data", (chunk) => (response += chunk.toString()));
      socket.on("error", () => {}).on("close", () => (isClosed = true));
      await once(socket, "connect");
      socket.write(REQUEST);
      await pause(62_000);
      expect(response).toMatch(/^HTTP\/1.1 200 /);
      expect(isClosed).toBe(false);
      response = "";
      socket.write(REQUEST);
      await once(socket, "data");
      expect(response).toMatch(/^HTTP\/1.1 200 /);
      if (runtime === "node") expect(response).toMatch(/^keep-alive: timeout=75\r$/im);
      await server.stop("SIGKILL");
    },
  );
});
