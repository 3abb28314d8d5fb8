import assert from "node:assert/strict";
import net from "node:net";
import type { Check } from "./rig.ts";
import { codeOf, pause } from "./rig.ts";

/** Which connections are used again. */
export const pool: readonly Check[] = [
  {
    name: "uses a connection again for the same origin at the same addresses, and for no other",
    async run(rig) {
      const server = await rig.http((request, response) => response.end(request.headers.host));
      let found = ["93.184.215.1"];
      const site = rig.outbound({ resolve: async () => found, dial: () => net.connect(server.port, "127.0.0.1") });
      const host = async (url: string) => (await site.fetch(url)).text();
      assert.equal(await host("http://one.test/"), "one.test");
      assert.equal(await host("http://one.test/x"), "one.test");
      assert.equal(server.connections(), 1);
      assert.equal(await host("http://two.test/"), "two.test");
      assert.equal(server.connections(), 2);
      assert.equal(await host("http://one.test:81/"), "one.test:81");
      assert.equal(server.connections(), 3);
      found = ["93.184.215.2"];
      assert.equal(await host("http://one.test/"), "one.test");
      assert.equal(server.connections(), 4);
    },
  },
  {
    name: "asks again on a new connection when an idle one had gone, but never repeats a POST",
    async run(rig) {
      let requests = 0;
      const server = await rig.raw((socket) => {
        requests += 1;
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        socket.on("data", () => socket.destroy());
      });
      const origin = `http://127.0.0.1:${server.port}`;
      const site = rig.outbound({ allow: [origin] });
      assert.equal(await (await site.fetch(`${origin}/`)).text(), "ok");
      assert.equal(await (await site.fetch(`${origin}/`)).text(), "ok");
      assert.equal(requests, 2);
      assert.equal(await (await site.fetch(`${origin}/`, { method: "POST", body: "x" })).text(), "ok");
      assert.equal(requests, 3);
      const deaf = await rig.raw((socket) => { requests += 1; socket.destroy(); });
      const other = rig.outbound({ allow: [`http://127.0.0.1:${deaf.port}`] });
      assert.equal(await codeOf(other.fetch(`http://127.0.0.1:${deaf.port}/`, { method: "POST", body: "x" })), "bad_answer");
      assert.equal(requests, 4);
    },
  },
  {
    name: "closes an idle connection after a while",
    async run(rig) {
      const server = await rig.http((_request, response) => response.end("x"));
      const origin = `http://127.0.0.1:${server.port}`;
      const site = rig.outbound({ allow: [origin] });
      await (await site.fetch(`${origin}/`)).bytes();
      assert.equal(server.open(), 1);
      await pause(4_600);
      assert.equal(server.open(), 0);
    },
  },
];
