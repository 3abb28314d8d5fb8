import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import type { OutboundDriverCheck, OutboundFixture } from "./fixture.ts";
import { failureCode } from "./fixture.ts";
import { forbiddenAddresses, forbiddenHosts, forbiddenNames, forbiddenUrls } from "./spellings.ts";

/** What is never connected to. */
export const refusalChecks: readonly OutboundDriverCheck[] = [
  {
    name: `refuses ${forbiddenHosts.length} spellings of hosts that are not public, and connects to nothing`,
    run: (fixture) =>
      assertAllRefused(
        fixture,
        forbiddenHosts.map((host) => `http://${host}:{port}/secret`),
        ["blocked_address", "blocked_url"],
      ),
  },
  {
    name: `refuses ${forbiddenNames.length} names of this machine, and connects to nothing`,
    run: (fixture) =>
      assertAllRefused(
        fixture,
        forbiddenNames.map((name) => `http://${name}:{port}/`),
        ["blocked_address", "unresolvable"],
      ),
  },
  {
    name: `refuses ${forbiddenUrls.length} URLs that are none, of another scheme, with a password or to another protocol's port`,
    run: (fixture) => assertAllRefused(fixture, forbiddenUrls, ["blocked_address", "blocked_url"]),
  },
  {
    name: `refuses a name that resolves to any of ${forbiddenAddresses.length} addresses, alone or beside a public one`,
    async run(fixture) {
      const dialed: string[] = [];
      for (const address of forbiddenAddresses) {
        for (const addresses of [
          [address],
          ["93.184.215.14", address],
          [address, "2606:4700::1"],
        ]) {
          const site = fixture.outbound({
            resolve: async () => addresses,
            dial: (to) => {
              dialed.push(to);
              throw new Error();
            },
          });
          assert.equal(
            await failureCode(site.fetch("http://site.test/")),
            "blocked_address",
            addresses.join(" "),
          );
        }
      }
      assert.deepEqual(dialed, []);
    },
  },
  {
    name: "says the host and nothing more of the URL",
    async run(fixture) {
      const site = fixture.outbound({ resolve: async () => [] });
      for (const url of [
        "http://user:hunter2@site.test/hunter2",
        "http://site.test/hunter2?hunter2#hunter2",
        "http://site.test:22/hunter2",
      ]) {
        const error: unknown = await site
          .fetch(url, { headers: { authorization: "hunter2" } })
          .catch((caught: unknown) => caught);
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
    async run(fixture) {
      const server = await fixture.http((_request, response) => response.end());
      const site = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] });
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
          await failureCode(site.fetch(url, { headers: each })),
          "bad_request",
          JSON.stringify(each),
        );
      for (const method of ["CONNECT", "trace", "TRACK", "GET / HTTP/1.1\r\nx:", ""])
        assert.equal(await failureCode(site.fetch(url, { method })), "bad_request", method);
      assert.equal(await failureCode(site.fetch(url, { method: "GET", body: "x" })), "bad_request");
      assert.equal(server.connections(), 0);
    },
  },
];

async function assertAllRefused(
  fixture: OutboundFixture,
  urls: readonly string[],
  codes: readonly string[],
): Promise<void> {
  const canary = http.createServer((_request, response) => response.end("secret"));
  const four = await fixture.listen(canary);
  // The same port on ::1 where there is IPv6, so that both spellings lead somewhere.
  const six = await fixture.listen(http.createServer(), "::1", four.port).catch(() => undefined);
  const site = fixture.outbound();
  const received: string[] = [];
  for (const url of urls) {
    const code = await failureCode(
      site.fetch(url.replaceAll("{port}", String(four.port)), { timeoutMs: 5_000 }),
    );
    if (!codes.includes(code)) received.push(`${JSON.stringify(url)}: ${code}`);
  }
  assert.deepEqual(received, []);
  assert.equal(four.connections() + (six?.connections() ?? 0), 0);
  // The canary does sing.
  const socket = net.connect(four.port, "127.0.0.1");
  await once(canary, "connection");
  socket.destroy();
  assert.equal(four.connections(), 1);
}
