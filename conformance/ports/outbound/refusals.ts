import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import type { Check, Rig } from "./rig.ts";
import { codeOf } from "./rig.ts";
import { forbiddenAddresses, forbiddenHosts, forbiddenNames, forbiddenUrls } from "./spellings.ts";

/** What is never connected to. */
export const refusals: readonly Check[] = [
  {
    name: `refuses ${forbiddenHosts.length} spellings of hosts that are not public, and connects to nothing`,
    run: (rig) =>
      refuseAll(
        rig,
        forbiddenHosts.map((host) => `http://${host}:{port}/secret`),
        ["blocked_address", "blocked_url"],
      ),
  },
  {
    name: `refuses ${forbiddenNames.length} names of this machine, and connects to nothing`,
    run: (rig) =>
      refuseAll(
        rig,
        forbiddenNames.map((name) => `http://${name}:{port}/`),
        ["blocked_address", "unresolvable"],
      ),
  },
  {
    name: `refuses ${forbiddenUrls.length} URLs that are none, of another scheme, with a password or to another protocol's port`,
    run: (rig) => refuseAll(rig, forbiddenUrls, ["blocked_address", "blocked_url"]),
  },
  {
    name: `refuses a name that resolves to any of ${forbiddenAddresses.length} addresses, alone or beside a public one`,
    async run(rig) {
      const dialed: string[] = [];
      for (const address of forbiddenAddresses) {
        for (const found of [[address], ["93.184.215.14", address], [address, "2606:4700::1"]]) {
          const site = rig.outbound({
            resolve: async () => found,
            dial: (to) => {
              dialed.push(to);
              throw new Error();
            },
          });
          assert.equal(
            await codeOf(site.fetch("http://site.test/")),
            "blocked_address",
            found.join(" "),
          );
        }
      }
      assert.deepEqual(dialed, []);
    },
  },
  {
    name: "says the host and nothing more of the URL",
    async run(rig) {
      const site = rig.outbound({ resolve: async () => [] });
      for (const url of [
        "http://user:hunter2@site.test/hunter2",
        "http://site.test/hunter2?hunter2#hunter2",
        "http://site.test:22/hunter2",
      ]) {
        const error: unknown = await site
          .fetch(url, { headers: { authorization: "hunter2" } })
          .catch((thrown: unknown) => thrown);
        assert.ok(isOutboundFailure(error));
        assert.match(error.message, /site\.test/);
        assert.doesNotMatch(
          `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`,
          /hunter2/,
        );
      }
    },
  },
  {
    name: "refuses the headers of the connection, methods that tunnel, and what would write a second request",
    async run(rig) {
      const server = await rig.http((_request, response) => response.end());
      const site = rig.outbound({ allow: [`http://127.0.0.1:${server.port}`] });
      const url = `http://127.0.0.1:${server.port}/`;
      const headers: Record<string, string>[] = [
        { Host: "metadata" },
        { Connection: "upgrade" },
        { "transfer-encoding": "chunked" },
        { "Content-Length": "0" },
        { Upgrade: "h2c" },
        { Expect: "100-continue" },
        { TE: "trailers" },
        { "x-a": "b\r\nx-c: d" },
        { "x-a": "b\0" },
        { "x-a": "ž" },
        { "x a": "b" },
        { "": "b" },
        { "x-a\r\n": "b" },
      ];
      for (const each of headers)
        assert.equal(
          await codeOf(site.fetch(url, { headers: each })),
          "bad_request",
          JSON.stringify(each),
        );
      for (const method of ["CONNECT", "trace", "TRACK", "GET / HTTP/1.1\r\nx:", ""])
        assert.equal(await codeOf(site.fetch(url, { method })), "bad_request", method);
      assert.equal(await codeOf(site.fetch(url, { method: "GET", body: "x" })), "bad_request");
      assert.equal(server.connections(), 0);
    },
  },
];

async function refuseAll(
  rig: Rig,
  urls: readonly string[],
  codes: readonly string[],
): Promise<void> {
  const canary = http.createServer((_request, response) => response.end("secret"));
  const four = await rig.listen(canary);
  // The same port on ::1 where there is IPv6, so that both spellings lead somewhere.
  const six = await rig.listen(http.createServer(), "::1", four.port).catch(() => undefined);
  const site = rig.outbound();
  const got: string[] = [];
  for (const url of urls) {
    const code = await codeOf(
      site.fetch(url.replaceAll("{port}", String(four.port)), { timeoutMs: 5_000 }),
    );
    if (!codes.includes(code)) got.push(`${JSON.stringify(url)}: ${code}`);
  }
  assert.deepEqual(got, []);
  assert.equal(four.connections() + (six?.connections() ?? 0), 0);
  // The canary does sing.
  const socket = net.connect(four.port, "127.0.0.1");
  await once(canary, "connection");
  socket.destroy();
  assert.equal(four.connections(), 1);
}
