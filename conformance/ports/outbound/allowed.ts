import assert from "node:assert/strict";
import type { Check } from "./rig.ts";
import { codeOf } from "./rig.ts";
import { mirror, routes, web } from "./web.ts";

/** Origins that may be private. */
export const allowed: readonly Check[] = [
  {
    name: "allows an origin that is set, exactly that, and nothing that it redirects to",
    async run(rig) {
      const hidden = await rig.http(mirror);
      const own = await rig.http(
        routes((to) => ({
          "/hidden": to(302, `http://127.0.0.1:${hidden.port}/`),
          "/self": to(302, "/x"),
        })),
      );
      const site = rig.outbound({ allow: [`http://127.0.0.1:${own.port}`] });
      assert.equal((await site.fetch(`http://127.0.0.1:${own.port}/self`)).status, 200);
      assert.equal((await site.fetch(`http://0x7f.1:${own.port}/self`)).status, 200);
      for (const url of [
        `http://127.0.0.1:${own.port}/hidden`,
        `http://127.0.0.1:${hidden.port}/`,
        `https://127.0.0.1:${own.port}/`,
        `http://localhost:${own.port}/`,
        `http://127.0.0.2:${own.port}/`,
      ]) {
        assert.equal(await codeOf(site.fetch(url)), "blocked_address", url);
      }
      assert.equal(hidden.connections(), 0);
      const both = rig.outbound({
        allow: [`http://127.0.0.1:${own.port}`, `http://127.0.0.1:${hidden.port}`],
      });
      assert.equal((await both.fetch(`http://127.0.0.1:${own.port}/hidden`)).status, 200);
    },
  },
  {
    name: "refuses a public site that redirects into an origin that is allowed",
    async run(rig) {
      const own = await rig.http(routes((to) => ({ "/out": to(302, "http://shop.test/in") })));
      const allowed = `http://127.0.0.1:${own.port}`;
      const { site } = await web(
        rig,
        { "shop.test": (to) => ({ "/in": to(302, `${allowed}/admin`) }) },
        undefined,
        [allowed],
      );
      assert.equal(await codeOf(site.fetch("http://shop.test/in")), "blocked_address");
      assert.equal(own.connections(), 0);
      assert.equal(await codeOf(site.fetch(`${allowed}/out`)), "blocked_address");
    },
  },
];
