import assert from "node:assert/strict";
import net from "node:net";
import {
  certificate,
  check,
  failedConnection,
  failureCode,
  type OutboundCheck,
  pause,
} from "./fixture.ts";

export const connectionChecks: readonly OutboundCheck[] = [
  check(
    "connects to the address that it checked, even if the name resolves differently later",
    async (fixture) => {
      const server = await fixture.http((request, response) => response.end(request.headers.host));
      const dialed: string[] = [];
      let lookupCount = 0;
      const outbound = fixture.outbound({
        async resolve() {
          lookupCount += 1;
          return [lookupCount === 1 ? "93.184.215.1" : "127.0.0.1"];
        },
        dial(address, port) {
          dialed.push(`${address}:${port}`);
          return net.connect(server.port, "127.0.0.1");
        },
      });
      assert.equal(await (await outbound.fetch("http://site.test:8000/")).text(), "site.test:8000");
      assert.deepEqual([dialed, lookupCount], [["93.184.215.1:8000"], 1]);
      assert.equal(await failureCode(outbound.fetch("http://site.test:8000/")), "blocked_address");
      assert.deepEqual([dialed.length, lookupCount], [1, 2]);
    },
  ),

  check("checks the address again after every redirect, even to the same name", async (fixture) => {
    const server = await fixture.http((_request, response) =>
      response.writeHead(302, { location: "/again" }).end(),
    );
    let lookupCount = 0;
    const outbound = fixture.outbound({
      async resolve() {
        lookupCount += 1;
        return [lookupCount === 1 ? "93.184.215.1" : "169.254.169.254"];
      },
      dial: () => net.connect(server.port, "127.0.0.1"),
    });
    assert.equal(await failureCode(outbound.fetch("http://site.test/")), "blocked_address");
    assert.deepEqual([lookupCount, server.connections()], [2, 1]);
  }),

  check("connects to the resolved address and sends the name as Host", async (fixture) => {
    const server = await fixture.http((request, response) => response.end(request.headers.host));
    const origin = `http://shop.test:${server.port}`;
    const outbound = fixture.outbound({
      allowedOrigins: [origin],
      resolve: async () => ["127.0.0.1"],
    });
    assert.equal(await (await outbound.fetch(`${origin}/`)).text(), `shop.test:${server.port}`);
  }),

  check(
    "tries the next address when one is unreachable, and reports when none is reachable",
    async (fixture) => {
      const server = await fixture.http((_request, response) => response.end("there"));
      const closed = await fixture.listen(net.createServer());
      const dialed: string[] = [];
      const ports: Record<string, number> = { "93.184.215.9": server.port };
      const createSettings = (...addresses: string[]) => ({
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
            .outbound(createSettings("93.184.215.1", "93.184.215.9"))
            .fetch("http://site.test/")
        ).text(),
        "there",
      );
      assert.deepEqual(dialed, ["93.184.215.1", "93.184.215.9"]);
      assert.equal(
        await failureCode(
          fixture
            .outbound(createSettings("93.184.215.1", "93.184.215.2"))
            .fetch("http://site.test/"),
        ),
        "unreachable",
      );
      assert.equal(
        await failureCode(fixture.outbound(createSettings()).fetch("http://site.test/")),
        "unresolvable",
      );
      const closedServer = await fixture.listen(net.createServer());
      const origin = `http://127.0.0.1:${closedServer.port}`;
      await closedServer.close();
      assert.equal(
        await failedConnection(fixture.outbound({ allowedOrigins: [origin] }).fetch(`${origin}/`)),
        "refused",
      );
    },
  ),

  check(
    "rejects certificates that are untrusted or for another name, also on a shared address",
    async (fixture) => {
      const server = await fixture.https((request, response) => response.end(request.headers.host));
      const createNetwork = () => ({
        resolve: async () => ["93.184.215.1"],
        dial: () => net.connect(server.port, "127.0.0.1"),
      });
      const outbound = fixture.outbound({ ...createNetwork(), ca: certificate });
      assert.equal(await (await outbound.fetch("https://site.test/")).text(), "site.test");
      assert.equal(await (await outbound.fetch("https://site.test./")).text(), "site.test.");
      assert.equal(await failureCode(outbound.fetch("https://other.test/")), "unreachable");
      assert.equal(await failedConnection(outbound.fetch("https://other.test/")), "tls");
      assert.equal(await failureCode(outbound.fetch("https://93.184.215.1/")), "unreachable");
      assert.equal(
        await failedConnection(fixture.outbound(createNetwork()).fetch("https://site.test/")),
        "tls",
      );
    },
  ),

  check(
    "sends only the expected headers and returns repeated headers separately",
    async (fixture) => {
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
      const response = await fixture
        .outbound({ allowedOrigins: [origin] })
        .fetch(`${origin}/a?b=c d`, { headers: { "X-Test": "1" } });
      const { url, headers } = received as { url: string; headers: string[] };
      assert.equal(url, "/a?b=c%20d");
      const names = headers
        .filter((_, index) => index % 2 === 0)
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
          response.headers.get("SET-COOKIE"),
          response.headers.get("x-one"),
          response.headers.get("x-none"),
        ],
        ["a=1, b=2", "1", null],
      );
      assert.deepEqual(
        [...response.headers].filter(([name]) => name === "set-cookie"),
        [
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ],
      );
    },
  ),
];

export const poolChecks: readonly OutboundCheck[] = [
  check("reuses a connection only for the same origin at the same addresses", async (fixture) => {
    const server = await fixture.http((request, response) => response.end(request.headers.host));
    let addresses = ["93.184.215.1"];
    const outbound = fixture.outbound({
      resolve: async () => addresses,
      dial: () => net.connect(server.port, "127.0.0.1"),
    });
    const fetchHost = async (url: string) => (await outbound.fetch(url)).text();
    assert.equal(await fetchHost("http://one.test/"), "one.test");
    assert.equal(await fetchHost("http://one.test/x"), "one.test");
    assert.equal(server.connections(), 1);
    assert.equal(await fetchHost("http://two.test/"), "two.test");
    assert.equal(server.connections(), 2);
    assert.equal(await fetchHost("http://one.test:81/"), "one.test:81");
    assert.equal(server.connections(), 3);
    addresses = ["93.184.215.2"];
    assert.equal(await fetchHost("http://one.test/"), "one.test");
    assert.equal(server.connections(), 4);
  }),

  check(
    "retries on a new connection when an idle one was closed, but never retries a POST",
    async (fixture) => {
      const methods: string[] = [];
      // Responds to the first request of each connection and closes it on the second.
      const server = await fixture.listen(
        net.createServer((socket) => {
          socket.on("error", () => {});
          socket.on("data", (data: Buffer) => methods.push(data.toString().split(" ")[0]!));
          socket.once("data", () => {
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            socket.on("data", () => socket.destroy());
          });
        }),
      );
      const origin = `http://127.0.0.1:${server.port}`;
      const outbound = fixture.outbound({ allowedOrigins: [origin] });
      const post = { method: "POST" };
      for (const options of [{}, post, {}])
        assert.equal(await (await outbound.fetch(`${origin}/`, options)).text(), "ok");
      assert.deepEqual(
        methods.filter((method) => /^[A-Z]/.test(method)),
        ["GET", "POST", "GET", "GET"],
      );
      assert.equal(server.connections(), 3);
      const closing = await fixture.rawServer((socket) => socket.destroy());
      const second = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${closing.port}`] });
      assert.equal(
        await failureCode(second.fetch(`http://127.0.0.1:${closing.port}/`, post)),
        "bad_answer",
      );
      assert.equal(closing.connections(), 1);
    },
  ),

  check("closes an idle connection within 5 seconds", async (fixture) => {
    const server = await fixture.http((_request, response) => response.end("x"));
    const origin = `http://127.0.0.1:${server.port}`;
    const outbound = fixture.outbound({ allowedOrigins: [origin] });
    await (await outbound.fetch(`${origin}/`)).bytes();
    assert.equal(server.openConnections(), 1);
    await pause(4_600);
    assert.equal(server.openConnections(), 0);
  }),
];
