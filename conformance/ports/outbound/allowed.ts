import assert from "node:assert/strict";
import type { OutboundDriverCheck } from "./fixture.ts";
import { failureCode } from "./fixture.ts";
import { createRoutes, echoRequest, startPublicWeb } from "./public-web.ts";

/** Origins that may be private. */
export const allowedOriginChecks: readonly OutboundDriverCheck[] = [
  {
    name: "allows an origin that is set, exactly that, and nothing that it redirects to",
    async run(fixture) {
      const hidden = await fixture.http(echoRequest);
      const allowedOrigin = await fixture.http(
        createRoutes((to) => ({
          "/hidden": to(302, `http://127.0.0.1:${hidden.port}/`),
          "/self": to(302, "/x"),
        })),
      );
      const site = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${allowedOrigin.port}`] });
      assert.equal((await site.fetch(`http://127.0.0.1:${allowedOrigin.port}/self`)).status, 200);
      assert.equal((await site.fetch(`http://0x7f.1:${allowedOrigin.port}/self`)).status, 200);
      for (const url of [
        `http://127.0.0.1:${allowedOrigin.port}/hidden`,
        `http://127.0.0.1:${hidden.port}/`,
        `https://127.0.0.1:${allowedOrigin.port}/`,
        `http://localhost:${allowedOrigin.port}/`,
        `http://127.0.0.2:${allowedOrigin.port}/`,
      ]) {
        assert.equal(await failureCode(site.fetch(url)), "blocked_address", url);
      }
      assert.equal(hidden.connections(), 0);
      const both = fixture.outbound({
        allowedOrigins: [
          `http://127.0.0.1:${allowedOrigin.port}`,
          `http://127.0.0.1:${hidden.port}`,
        ],
      });
      assert.equal((await both.fetch(`http://127.0.0.1:${allowedOrigin.port}/hidden`)).status, 200);
    },
  },
  {
    name: "refuses a public site that redirects into an origin that is allowed",
    async run(fixture) {
      const allowedOrigin = await fixture.http(
        createRoutes((to) => ({ "/out": to(302, "http://shop.test/in") })),
      );
      const allowed = `http://127.0.0.1:${allowedOrigin.port}`;
      const { site } = await startPublicWeb(
        fixture,
        { "shop.test": (to) => ({ "/in": to(302, `${allowed}/admin`) }) },
        undefined,
        [allowed],
      );
      assert.equal(await failureCode(site.fetch("http://shop.test/in")), "blocked_address");
      assert.equal(allowedOrigin.connections(), 0);
      assert.equal(await failureCode(site.fetch(`${allowed}/out`)), "blocked_address");
    },
  },
];
