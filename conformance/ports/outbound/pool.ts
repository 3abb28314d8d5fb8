import assert from "node:assert/strict";
import net from "node:net";
import type { OutboundCheck } from "./fixture.ts";
import { check, failureCode, pause } from "./fixture.ts";

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
