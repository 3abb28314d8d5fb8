import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { type CheckResult, parseCheckResults } from "./check-results.ts";
import { createOutboundSuite } from "./outbound.ts";
import { formatTitle, type ProgramResult, RUNTIMES, runProgram } from "./runtimes.ts";

/** The proxy that the environment names. It must receive no connections. */
const proxy = net.createServer((socket) => socket.destroy());
let proxyConnectionCount = 0;
proxy.on("connection", () => {
  proxyConnectionCount += 1;
});
beforeAll(async () => {
  await once(proxy.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  proxy.close();
});

for (const { name: runtime, skipReason } of RUNTIMES) {
  describe.skipIf(skipReason)(formatTitle(`Outbound on ${runtime}`, skipReason), () => {
    let run: ProgramResult;
    let results: Map<string, CheckResult>;
    beforeAll(async () => {
      run = await runProgram(runtime, "outbound/run.ts", { environment: proxyEnvironment() });
      results = parseCheckResults(run.lines);
    });

    for (const { name } of createOutboundSuite(createOutbound)) {
      it(name, () => {
        expect(results.get(name), run.errors).toBeDefined();
        expect(results.get(name)?.error).toBeUndefined();
      });
    }

    it("ignores proxies in the environment", () => {
      expect(proxyConnectionCount).toBe(0);
    });

    it("doesn't keep the process alive", async () => {
      expect([run.code, run.errors]).toEqual([0, ""]);
      expect(run.exitDelayMs).toBeLessThan(1_500);
      const server = http.createServer((request, response) => {
        if (request.url === "/whole") return response.end("whole");
        response.writeHead(200, { "content-length": "100" }).write("a");
        if (request.url === "/cut") setTimeout(() => response.destroy(), 20);
      });
      server.keepAliveTimeout = 60_000;
      await once(server.listen(0, "127.0.0.1"), "listening");
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const result = await runProgram(runtime, "outbound/open-connections.ts", { args: [origin] });
      server.closeAllConnections();
      server.close();
      expect([result.code, result.errors]).toEqual([0, ""]);
      expect(result.exitDelayMs).toBeLessThan(1_500);
    });
  });
}

/** Names the proxy in every variable that a runtime might read. */
function proxyEnvironment(): Record<string, string> {
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const variables = ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
    [name, proxyUrl],
    [name.toUpperCase(), proxyUrl],
  ]);
  return { ...Object.fromEntries(variables), no_proxy: "", NO_PROXY: "", NODE_USE_ENV_PROXY: "1" };
}
