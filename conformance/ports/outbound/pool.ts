import assert from "node:assert/strict";
import net from "node:net";
import type { OutboundDriverCheck } from "./fixture.ts";
import { failureCode, pause } from "./fixture.ts";

/** Which connections are used again. */
export const poolChecks: readonly OutboundDriverCheck[] = [
  {
    name: "uses a connection again for the same origin at the same addresses, and for no other",
    async run(fixture) {
      const server = await fixture.http((request, response) => response.end(request.headers.host));
      let addresses = ["93.184.215.1"];
      const site = fixture.outbound({
        resolve: async () => addresses,
        dial: () => net.connect(server.port, "127.0.0.1"),
      });
      const host = async (url: string) => (await site.fetch(url)).text();
      assert.equal(await host("http://one.test/"), "one.test");
      assert.equal(await host("http://one.test/x"), "one.test");
      assert.equal(server.connections(), 1);
      assert.equal(await host("http://two.test/"), "two.test");
      assert.equal(server.connections(), 2);
      assert.equal(await host("http://one.test:81/"), "one.test:81");
      assert.equal(server.connections(), 3);
      addresses = ["93.184.215.2"];
      assert.equal(await host("http://one.test/"), "one.test");
      assert.equal(server.connections(), 4);
    },
  },
  {
    name: "asks again on a new connection when an idle one had gone, but never repeats a POST",
    async run(fixture) {
      const received: string[] = [];
      const onConnection = (data: Buffer) => received.push(data.toString().split(" ")[0]!);
      // Answers the first request of a connection; at the second it is gone.
      const server = await fixture.listen(
        net.createServer((socket) => {
          socket.on("error", () => {});
          socket.on("data", onConnection);
          socket.once("data", () => {
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            socket.on("data", () => socket.destroy());
          });
        }),
      );
      const origin = `http://127.0.0.1:${server.port}`;
      const site = fixture.outbound({ allowedOrigins: [origin] });
      const post = { method: "POST" };
      for (const options of [{}, post, {}])
        assert.equal(await (await site.fetch(`${origin}/`, options)).text(), "ok");
      assert.deepEqual(
        received.filter((word) => /^[A-Z]/.test(word)),
        ["GET", "POST", "GET", "GET"],
      );
      assert.equal(server.connections(), 3);
      const deaf = await fixture.rawServer((socket) => socket.destroy());
      const other = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${deaf.port}`] });
      assert.equal(
        await failureCode(other.fetch(`http://127.0.0.1:${deaf.port}/`, post)),
        "bad_answer",
      );
      assert.equal(deaf.connections(), 1);
    },
  },
  {
    name: "closes an idle connection after a while",
    async run(fixture) {
      const server = await fixture.http((_request, response) => response.end("x"));
      const origin = `http://127.0.0.1:${server.port}`;
      const site = fixture.outbound({ allowedOrigins: [origin] });
      await (await site.fetch(`${origin}/`)).bytes();
      assert.equal(server.openConnections(), 1);
      await pause(4_600);
      assert.equal(server.openConnections(), 0);
    },
  },
];
