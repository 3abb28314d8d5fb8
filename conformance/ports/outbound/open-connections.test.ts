import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { formatTitle, proxyEnvironment, RUNTIMES, runProgram } from "../runtimes.ts";

const originOf = (server: net.Server) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe.each(RUNTIMES)("Outbound on $name", ({ name, skipReason }) => {
  it.skipIf(skipReason)(
    formatTitle("ignores proxies, and its connections don't keep the process alive", skipReason),
    async () => {
      const server = http.createServer((request, response) => {
        if (request.url === "/whole") return response.end("whole");
        response.writeHead(200, { "content-length": "100" }).write("a");
        if (request.url === "/cut") setTimeout(() => response.destroy(), 20);
      });
      server.keepAliveTimeout = 60_000;
      let proxyConnections = 0;
      const proxy = net.createServer((socket) => {
        proxyConnections += 1;
        socket.destroy();
      });
      for (const each of [server, proxy]) await once(each.listen(0, "127.0.0.1"), "listening");
      const result = await runProgram(name, "outbound/open-connections.ts", {
        args: [originOf(server)],
        environment: proxyEnvironment(originOf(proxy)),
      });
      server.closeAllConnections();
      server.close();
      proxy.close();
      expect([result.code, result.errors, proxyConnections]).toEqual([0, "", 0]);
    },
    60_000,
  );
});
