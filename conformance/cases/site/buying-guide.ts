import assert from "node:assert/strict";
import type { Exchanges } from "../../case.ts";
import { misfitsOf } from "../../standards/acp.ts";
import { missing } from "../../standards/folder.ts";

const GUIDE = "/agent/skills/buy-products/SKILL.md";
const DISCOVERY = "/.well-known/acp.json";

/** What tells agents how to buy. */
export const guideExchanges: Exchanges = {
  [GUIDE]: [
    {
      it: "is an agent skill: it says in front what it is called, what it does, and when to use it",
      needs: "rig",
      ask: { path: GUIDE },
      status: 200,
      mediaType: "text/markdown",
      check({ text }) {
        const [, name, description] =
          /^---\nname: (\S+)\ndescription: ("[^\n]*")\n---\n\n# /.exec(text) ?? [];
        assert.equal(name, "buy-products");
        assert.match(JSON.parse(description!), /Rig Site.*Use when/);
        assert.ok(JSON.parse(description!).length <= 1024);
      },
    },
    {
      it: "is the same to the byte each time, with no carriage return in it",
      needs: "rig",
      ask: { path: GUIDE },
      status: 200,
      check: async ({ text, headers }, { ask }) => {
        const again = await ask({
          path: GUIDE,
          headers: { "user-agent": "another", "accept-language": "fr", accept: "text/markdown" },
        });
        assert.equal(again.text, text);
        assert.equal(again.headers["etag"], headers["etag"]);
        assert.ok(!text.includes("\r") && text.endsWith("\n") && !text.endsWith("\n\n"));
      },
    },
    {
      it: "names this site's own addresses, each of which is served",
      needs: "rig",
      ask: { path: GUIDE },
      status: 200,
      async check({ text }, { ask, at }) {
        const urls = new Set(
          [...text.matchAll(/https?:\/\/[^\s)`'"]+/g)].map(([url]) => url.replace(/[.,]$/, "")),
        );
        for (const url of urls) {
          if (url.startsWith("https://agent.example/")) continue;
          assert.ok(url.startsWith(at("/")), url);
          const { status } = await ask({ method: "OPTIONS", path: new URL(url).pathname });
          assert.ok(status === 204, `${url} answers ${status}`);
        }
      },
    },
    {
      it: "says what each status means, and that no payment is taken",
      needs: "rig",
      ask: { path: GUIDE },
      status: 200,
      check({ text }) {
        for (const status of [
          "requires_escalation",
          "complete_in_progress",
          "completed",
          "payment_failed",
          "canceled",
          "expired",
        ])
          assert.ok(text.includes(`| \`${status}\` |`), status);
        for (const word of [/x402/, /AP2/, /delegated payment tokens/, /Retry-After/])
          assert.match(text, word);
      },
    },
    {
      it: "is not there where nothing is for sale",
      needs: "rig",
      ask: { path: GUIDE, headers: { "rig-sells": "nothing" } },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "is there though the payment provider can't be reached",
      needs: "rig",
      ask: { path: GUIDE, headers: { "rig-fault": "503" } },
      status: 200,
    },
  ],
  [DISCOVERY]: [
    {
      it: "says what of ACP is served, and nothing besides",
      needs: "rig",
      ask: { path: DISCOVERY },
      status: 200,
      mediaType: "application/json",
      headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
      check({ text }, { at }) {
        const discovery = JSON.parse(text);
        assert.deepEqual(discovery, {
          protocol: {
            name: "acp",
            version: "2026-04-17",
            supported_versions: ["2026-04-17"],
            documentation_url: at("/openapi.json"),
          },
          api_base_url: at("/agent/commerce/acp"),
          transports: ["rest"],
          capabilities: { services: ["checkout"], supported_currencies: ["eur", "jpy"] },
        });
        if (!missing()) assert.deepEqual(misfitsOf("DiscoveryResponse", discovery), []);
      },
    },
    {
      it: "leads to where sessions are created",
      needs: "rig",
      ask: { path: DISCOVERY },
      status: 200,
      async check({ text }, { ask }) {
        const { pathname } = new URL(`${JSON.parse(text).api_base_url}/checkout_sessions`);
        assert.equal(
          (await ask({ method: "OPTIONS", path: pathname })).headers["allow"],
          "POST, OPTIONS",
        );
      },
    },
    {
      it: "leaves the currencies out while the payment provider can't be reached",
      needs: "rig",
      ask: { path: DISCOVERY, headers: { "rig-fault": "503" } },
      status: 200,
      check: ({ text }) =>
        assert.deepEqual(JSON.parse(text).capabilities, { services: ["checkout"] }),
    },
    {
      it: "tells nothing of an unexpected fault",
      needs: "rig",
      ask: { path: DISCOVERY, headers: { "rig-fault": "500" } },
      status: 500,
      mediaType: "application/problem+json",
    },
    {
      it: "is not there where nothing is for sale",
      needs: "rig",
      ask: { path: DISCOVERY, headers: { "rig-sells": "nothing" } },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
  "/llms.txt": [
    {
      it: "says how to buy",
      needs: "rig",
      ask: { path: "/llms.txt" },
      status: 200,
      check: ({ text }, { at }) =>
        assert.ok(text.includes(at(GUIDE)) && text.includes(at("/agent/commerce/products"))),
    },
    {
      it: "says nothing of buying where nothing is for sale",
      needs: "rig",
      ask: { path: "/llms.txt", headers: { "rig-sells": "nothing" } },
      status: 200,
      check: ({ text }) => assert.doesNotMatch(text, /buy|for sale/),
    },
  ],
  "/agent/site.json": [
    {
      it: "links to how to buy, and says where payment is taken",
      needs: "rig",
      ask: { path: "/agent/site.json" },
      status: 200,
      check({ text }, { at }) {
        const { links, guide, not_offered } = JSON.parse(text);
        for (const path of [GUIDE, DISCOVERY])
          assert.ok(
            links.some(({ href }: any) => href === at(path)),
            path,
          );
        assert.ok(guide.includes(at(GUIDE)));
        assert.match(
          not_offered.find(({ what }: any) => what === "payment").detail,
          /continue_url.*x402/,
        );
      },
    },
    {
      it: "links to nothing about buying where nothing is for sale",
      needs: "rig",
      ask: { path: "/agent/site.json", headers: { "rig-sells": "nothing" } },
      status: 200,
      check({ text }) {
        assert.ok(
          !text.includes(GUIDE) && !text.includes(DISCOVERY) && !text.includes("continue_url"),
        );
      },
    },
  ],
};
