import assert from "node:assert/strict";
import net from "node:net";
import { certificate } from "./certificate.ts";
import type { OutboundDriverCheck } from "./fixture.ts";
import { failureCode } from "./fixture.ts";

/** Where a connection goes, and what is said on it. */
export const connectionChecks: readonly OutboundDriverCheck[] = [
  {
    name: "connects to the address that was checked, though the name has another by then",
    async run(fixture) {
      const server = await fixture.http((request, response) => response.end(request.headers.host));
      const responses = [["93.184.215.1"], ["127.0.0.1"], ["127.0.0.1"]];
      const dialed: string[] = [];
      let lookupCount = 0;
      const site = fixture.outbound({
        resolve: async () => responses[Math.min(lookupCount++, 2)]!,
        dial(address, port) {
          dialed.push(`${address}:${port}`);
          return net.connect(server.port, "127.0.0.1");
        },
      });
      assert.equal(await (await site.fetch("http://site.test:8000/")).text(), "site.test:8000");
      assert.deepEqual([dialed, lookupCount], [["93.184.215.1:8000"], 1]);
      assert.equal(await failureCode(site.fetch("http://site.test:8000/")), "blocked_address");
      assert.deepEqual([dialed.length, lookupCount], [1, 2]);
    },
  },
  {
    name: "checks again at every redirect, also one to the same name",
    async run(fixture) {
      const server = await fixture.http((_request, response) =>
        response.writeHead(302, { location: "/again" }).end(),
      );
      let lookupCount = 0;
      const site = fixture.outbound({
        resolve: async () => [lookupCount++ === 0 ? "93.184.215.1" : "169.254.169.254"],
        dial: () => net.connect(server.port, "127.0.0.1"),
      });
      assert.equal(await failureCode(site.fetch("http://site.test/")), "blocked_address");
      assert.deepEqual([lookupCount, server.connections()], [2, 1]);
    },
  },
  {
    name: "connects to the resolver's address itself, and sends the name as Host",
    async run(fixture) {
      const server = await fixture.http((request, response) => response.end(request.headers.host));
      const origin = `http://shop.test:${server.port}`;
      const site = fixture.outbound({
        allowedOrigins: [origin],
        resolve: async () => ["127.0.0.1"],
      });
      assert.equal(await (await site.fetch(`${origin}/`)).text(), `shop.test:${server.port}`);
    },
  },
  {
    name: "tries the next address when one cannot be reached, and says so when none can",
    async run(fixture) {
      const server = await fixture.http((_request, response) => response.end("there"));
      const closed = await fixture.listen(net.createServer());
      const dialed: string[] = [];
      const ports: Record<string, number> = { "93.184.215.9": server.port };
      const settings = (...addresses: string[]) => ({
        resolve: async () => addresses,
        dial(address: string) {
          dialed.push(address);
          const port = ports[address];
          const socket = net.connect(port ?? closed.port, "127.0.0.1");
          if (!port)
            queueMicrotask(() =>
              socket.destroy(Object.assign(new Error("refused"), { code: "ECONNREFUSED" })),
            );
          return socket;
        },
      });
      assert.equal(
        await (
          await fixture
            .outbound(settings("93.184.215.1", "93.184.215.9"))
            .fetch("http://site.test/")
        ).text(),
        "there",
      );
      assert.deepEqual(dialed, ["93.184.215.1", "93.184.215.9"]);
      assert.equal(
        await failureCode(
          fixture.outbound(settings("93.184.215.1", "93.184.215.2")).fetch("http://site.test/"),
        ),
        "unreachable",
      );
      assert.equal(
        await failureCode(fixture.outbound(settings()).fetch("http://site.test/")),
        "unresolvable",
      );
      const closedServer = await fixture.listen(net.createServer());
      const allow = [`http://127.0.0.1:${closedServer.port}`];
      await closedServer.close();
      assert.equal(
        await failureCode(fixture.outbound({ allowedOrigins: allow }).fetch(`${allow[0]}/`)),
        "unreachable",
      );
    },
  },
  {
    name: "lets no certificate pass that is not trusted or not the name's, and tells apart names at one address",
    async run(fixture) {
      const server = await fixture.https((request, response) => response.end(request.headers.host));
      const web = () => ({
        resolve: async () => ["93.184.215.1"],
        dial: () => net.connect(server.port, "127.0.0.1"),
      });
      const site = fixture.outbound({ ...web(), ca: certificate });
      assert.equal(await (await site.fetch("https://site.test/")).text(), "site.test");
      assert.equal(await (await site.fetch("https://site.test./")).text(), "site.test.");
      assert.equal(await failureCode(site.fetch("https://other.test/")), "unreachable");
      assert.equal(await failureCode(site.fetch("https://93.184.215.1/")), "unreachable");
      assert.equal(
        await failureCode(fixture.outbound(web()).fetch("https://site.test/")),
        "unreachable",
      );
    },
  },
  {
    name: "sends nothing that was not asked, and repeats of a header apart",
    async run(fixture) {
      let received: unknown;
      const server = await fixture.http((request, response) => {
        received = { url: request.url, headers: request.rawHeaders };
        response
          .writeHead(200, [
            ["Set-Cookie", "a=1"],
            ["Set-Cookie", "b=2"],
            ["X-One", "1"],
          ] as never)
          .end();
      });
      const origin = `http://127.0.0.1:${server.port}`;
      const fetched = await fixture
        .outbound({ allowedOrigins: [origin] })
        .fetch(`${origin}/a?b=c d`, { headers: { "X-Test": "1" } });
      const { url, headers } = received as { url: string; headers: string[] };
      assert.equal(url, "/a?b=c%20d");
      const names = headers
        .filter((_each, index) => index % 2 === 0)
        .map((name) => name.toLowerCase())
        .sort();
      assert.deepEqual(names, [
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
        "x-test",
      ]);
      assert.deepEqual(
        [
          fetched.headers.get("SET-COOKIE"),
          fetched.headers.get("x-one"),
          fetched.headers.get("x-none"),
        ],
        ["a=1, b=2", "1", null],
      );
      assert.deepEqual(
        [...fetched.headers].filter(([name]) => name === "set-cookie"),
        [
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ],
      );
    },
  },
];
