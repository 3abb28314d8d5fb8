import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import {
  check,
  createRoutes,
  echoRequest,
  failureCode,
  type OutboundCheck,
  type OutboundFixture,
  startPublicWeb,
} from "./fixture.ts";
import { forbiddenAddresses, forbiddenHosts, forbiddenNames, forbiddenUrls } from "./spellings.ts";

export const refusalChecks: readonly OutboundCheck[] = [
  check(
    `rejects ${forbiddenHosts.length} spellings of hosts that aren't public, without connecting`,
    (fixture) =>
      assertAllRejected(
        fixture,
        forbiddenHosts.map((host) => `http://${host}:{port}/secret`),
        ["blocked_address", "blocked_url"],
      ),
  ),

  check(
    `rejects ${forbiddenNames.length} names of the local machine, without connecting`,
    (fixture) =>
      assertAllRejected(
        fixture,
        forbiddenNames.map((name) => `http://${name}:{port}/`),
        ["blocked_address", "unresolvable"],
      ),
  ),

  check(
    `rejects ${forbiddenUrls.length} URLs that are invalid or have a forbidden scheme, port or password`,
    (fixture) => assertAllRejected(fixture, forbiddenUrls, ["blocked_address", "blocked_url"]),
  ),

  check(
    `rejects a name that resolves to any of ${forbiddenAddresses.length} addresses, even beside a public one`,
    async (fixture) => {
      const dialed: string[] = [];
      for (const address of forbiddenAddresses) {
        for (const addresses of [
          [address],
          ["93.184.215.14", address],
          [address, "2606:4700::1"],
        ]) {
          const outbound = fixture.outbound({
            resolve: async () => addresses,
            dial: (dialedAddress) => {
              dialed.push(dialedAddress);
              throw new Error();
            },
          });
          assert.equal(
            await failureCode(outbound.fetch("http://site.test/")),
            "blocked_address",
            addresses.join(" "),
          );
        }
      }
      assert.deepEqual(dialed, []);
    },
  ),

  check("reveals only the host of the URL in errors", async (fixture) => {
    const outbound = fixture.outbound({ resolve: async () => [] });
    for (const url of [
      "http://user:hunter2@site.test/hunter2",
      "http://site.test/hunter2?hunter2#hunter2",
      "http://site.test:22/hunter2",
    ]) {
      const error: unknown = await outbound
        .fetch(url, { headers: { authorization: "hunter2" } })
        .catch((caught: unknown) => caught);
      assert.ok(isOutboundFailure(error));
      assert.match(error.message, /site\.test/);
      assert.doesNotMatch(
        `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`,
        /hunter2/,
      );
    }
  }),

  check("rejects connection headers, tunneling methods and request injection", async (fixture) => {
    const server = await fixture.http((_request, response) => response.end());
    const outbound = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] });
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
    for (const forbidden of headers)
      assert.equal(
        await failureCode(outbound.fetch(url, { headers: forbidden })),
        "bad_request",
        JSON.stringify(forbidden),
      );
    for (const method of ["CONNECT", "trace", "TRACK", "GET / HTTP/1.1\r\nx:", ""])
      assert.equal(await failureCode(outbound.fetch(url, { method })), "bad_request", method);
    assert.equal(
      await failureCode(outbound.fetch(url, { method: "GET", body: "x" })),
      "bad_request",
    );
    assert.equal(server.connections(), 0);
  }),
];

/**
 * Asserts that every URL fails with one of the codes and that no connection reaches the canary
 * server.
 */
async function assertAllRejected(
  fixture: OutboundFixture,
  urls: readonly string[],
  codes: readonly string[],
): Promise<void> {
  const canary = http.createServer((_request, response) => response.end("secret"));
  const ipv4Server = await fixture.listen(canary);
  // Listen on the same port of ::1 if the machine has IPv6, so that both spellings reach a server.
  const ipv6Server = await fixture
    .listen(http.createServer(), "::1", ipv4Server.port)
    .catch(() => undefined);
  const outbound = fixture.outbound();
  const unexpected: string[] = [];
  for (const url of urls) {
    const code = await failureCode(
      outbound.fetch(url.replaceAll("{port}", String(ipv4Server.port)), { timeoutMs: 5_000 }),
    );
    if (!codes.includes(code)) unexpected.push(`${JSON.stringify(url)}: ${code}`);
  }
  assert.deepEqual(unexpected, []);
  assert.equal(ipv4Server.connections() + (ipv6Server?.connections() ?? 0), 0);
  // Verify that the canary would have counted a connection.
  const socket = net.connect(ipv4Server.port, "127.0.0.1");
  await once(canary, "connection");
  socket.destroy();
  assert.equal(ipv4Server.connections(), 1);
}

export const allowedOriginChecks: readonly OutboundCheck[] = [
  check(
    "allows exactly the allowed origins and blocks redirects from them to others",
    async (fixture) => {
      const hidden = await fixture.http(echoRequest);
      const server = await fixture.http(
        createRoutes((redirect) => ({
          "/hidden": redirect(302, `http://127.0.0.1:${hidden.port}/`),
          "/self": redirect(302, "/x"),
        })),
      );
      const outbound = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] });
      assert.equal((await outbound.fetch(`http://127.0.0.1:${server.port}/self`)).status, 200);
      assert.equal((await outbound.fetch(`http://0x7f.1:${server.port}/self`)).status, 200);
      for (const url of [
        `http://127.0.0.1:${server.port}/hidden`,
        `http://127.0.0.1:${hidden.port}/`,
        `https://127.0.0.1:${server.port}/`,
        `http://localhost:${server.port}/`,
        `http://127.0.0.2:${server.port}/`,
      ]) {
        assert.equal(await failureCode(outbound.fetch(url)), "blocked_address", url);
      }
      assert.equal(hidden.connections(), 0);
      const allowsBoth = fixture.outbound({
        allowedOrigins: [`http://127.0.0.1:${server.port}`, `http://127.0.0.1:${hidden.port}`],
      });
      assert.equal((await allowsBoth.fetch(`http://127.0.0.1:${server.port}/hidden`)).status, 200);
    },
  ),

  check("blocks a redirect from a public site to an allowed origin", async (fixture) => {
    const server = await fixture.http(
      createRoutes((redirect) => ({ "/out": redirect(302, "http://shop.test/in") })),
    );
    const origin = `http://127.0.0.1:${server.port}`;
    const outbound = await startPublicWeb(
      fixture,
      { "shop.test": (redirect) => ({ "/in": redirect(302, `${origin}/admin`) }) },
      { allowedOrigins: [origin] },
    );
    assert.equal(await failureCode(outbound.fetch("http://shop.test/in")), "blocked_address");
    assert.equal(server.connections(), 0);
    assert.equal(await failureCode(outbound.fetch(`${origin}/out`)), "blocked_address");
  }),
];
