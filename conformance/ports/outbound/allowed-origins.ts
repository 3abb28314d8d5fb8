import assert from "node:assert/strict";
import type { OutboundCheck } from "./fixture.ts";
import { check, failureCode } from "./fixture.ts";
import { createRoutes, echoRequest, startPublicWeb } from "./public-web.ts";

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
