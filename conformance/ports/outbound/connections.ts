import assert from "node:assert/strict";
import net from "node:net";
import { certificate } from "./certificate.ts";
import type { Check } from "./rig.ts";
import { codeOf } from "./rig.ts";

/** Where a connection goes, and what is said on it. */
export const connections: readonly Check[] = [
  {
    name: "connects to the address that was checked, though the name has another by then",
    async run(rig) {
      const server = await rig.http((request, response) => response.end(request.headers.host));
      const answers = [["93.184.215.1"], ["127.0.0.1"], ["127.0.0.1"]];
      const dialed: string[] = [];
      let asked = 0;
      const site = rig.outbound({
        resolve: async () => answers[Math.min(asked++, 2)]!,
        dial(address, port) {
          dialed.push(`${address}:${port}`);
          return net.connect(server.port, "127.0.0.1");
        },
      });
      assert.equal(await (await site.fetch("http://site.test:8000/")).text(), "site.test:8000");
      assert.deepEqual([dialed, asked], [["93.184.215.1:8000"], 1]);
      assert.equal(await codeOf(site.fetch("http://site.test:8000/")), "blocked_address");
      assert.deepEqual([dialed.length, asked], [1, 2]);
    },
  },
  {
    name: "checks again at every redirect, also one to the same name",
    async run(rig) {
      const server = await rig.http((_request, response) =>
        response.writeHead(302, { location: "/again" }).end(),
      );
      let asked = 0;
      const site = rig.outbound({
        resolve: async () => [asked++ === 0 ? "93.184.215.1" : "169.254.169.254"],
        dial: () => net.connect(server.port, "127.0.0.1"),
      });
      assert.equal(await codeOf(site.fetch("http://site.test/")), "blocked_address");
      assert.deepEqual([asked, server.connections()], [2, 1]);
    },
  },
  {
    name: "connects to the resolver's address itself, and sends the name as Host",
    async run(rig) {
      const server = await rig.http((request, response) => response.end(request.headers.host));
      const origin = `http://shop.test:${server.port}`;
      const site = rig.outbound({ allow: [origin], resolve: async () => ["127.0.0.1"] });
      assert.equal(await (await site.fetch(`${origin}/`)).text(), `shop.test:${server.port}`);
    },
  },
  {
    name: "tries the next address when one cannot be reached, and says so when none can",
    async run(rig) {
      const server = await rig.http((_request, response) => response.end("there"));
      const closed = await rig.listen(net.createServer());
      const dialed: string[] = [];
      const ports: Record<string, number> = { "93.184.215.9": server.port };
      const settings = (...found: string[]) => ({
        resolve: async () => found,
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
          await rig.outbound(settings("93.184.215.1", "93.184.215.9")).fetch("http://site.test/")
        ).text(),
        "there",
      );
      assert.deepEqual(dialed, ["93.184.215.1", "93.184.215.9"]);
      assert.equal(
        await codeOf(
          rig.outbound(settings("93.184.215.1", "93.184.215.2")).fetch("http://site.test/"),
        ),
        "unreachable",
      );
      assert.equal(
        await codeOf(rig.outbound(settings()).fetch("http://site.test/")),
        "unresolvable",
      );
      const gone = await rig.listen(net.createServer());
      const allow = [`http://127.0.0.1:${gone.port}`];
      await gone.close();
      assert.equal(await codeOf(rig.outbound({ allow }).fetch(`${allow[0]}/`)), "unreachable");
    },
  },
  {
    name: "lets no certificate pass that is not trusted or not the name's, and tells apart names at one address",
    async run(rig) {
      const server = await rig.https((request, response) => response.end(request.headers.host));
      const web = () => ({
        resolve: async () => ["93.184.215.1"],
        dial: () => net.connect(server.port, "127.0.0.1"),
      });
      const site = rig.outbound({ ...web(), ca: certificate });
      assert.equal(await (await site.fetch("https://site.test/")).text(), "site.test");
      assert.equal(await (await site.fetch("https://site.test./")).text(), "site.test.");
      assert.equal(await codeOf(site.fetch("https://other.test/")), "unreachable");
      assert.equal(await codeOf(site.fetch("https://93.184.215.1/")), "unreachable");
      assert.equal(await codeOf(rig.outbound(web()).fetch("https://site.test/")), "unreachable");
    },
  },
  {
    name: "sends nothing that was not asked, and repeats of a header apart",
    async run(rig) {
      let seen: unknown;
      const server = await rig.http((request, response) => {
        seen = { url: request.url, headers: request.rawHeaders };
        response
          .writeHead(200, [
            ["Set-Cookie", "a=1"],
            ["Set-Cookie", "b=2"],
            ["X-One", "1"],
          ] as never)
          .end();
      });
      const origin = `http://127.0.0.1:${server.port}`;
      const answer = await rig
        .outbound({ allow: [origin] })
        .fetch(`${origin}/a?b=c d`, { headers: { "X-Test": "1" } });
      const { url, headers } = seen as { url: string; headers: string[] };
      assert.equal(url, "/a?b=c%20d");
      const names = headers
        .filter((_each, at) => at % 2 === 0)
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
          answer.headers.get("SET-COOKIE"),
          answer.headers.get("x-one"),
          answer.headers.get("x-none"),
        ],
        ["a=1, b=2", "1", null],
      );
      assert.deepEqual(
        [...answer.headers].filter(([name]) => name === "set-cookie"),
        [
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ],
      );
    },
  },
];
