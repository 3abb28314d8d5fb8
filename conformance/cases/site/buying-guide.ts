import assert from "node:assert/strict";
import type { Exchanges } from "../../case.ts";
import { missingReason, schemaErrors } from "../../standards/index.ts";

const GUIDE_PATH = "/agent/skills/buy-products/SKILL.md";
const DISCOVERY_PATH = "/.well-known/acp.json";

/** The documents that explain to agents how to buy. */
export const guideExchanges: Exchanges = {
  [GUIDE_PATH]: [
    {
      it: "is an agent skill with its name, purpose and use in the front matter",
      requires: "fixture",
      request: { path: GUIDE_PATH },
      status: 200,
      mediaType: "text/markdown",
      check({ text }) {
        const [, name, description] =
          /^---\nname: (\S+)\ndescription: ("[^\n]*")\n---\n\n# /.exec(text) ?? [];
        assert.equal(name, "buy-products");
        assert.match(JSON.parse(description!), /Fixture Site.*Use when/);
        assert.ok(JSON.parse(description!).length <= 1024);
      },
    },
    {
      it: "returns the same bytes to every client, without carriage returns",
      requires: "fixture",
      request: { path: GUIDE_PATH },
      status: 200,
      check: async ({ text, headers }, { send }) => {
        const again = await send({
          path: GUIDE_PATH,
          headers: { "user-agent": "another", "accept-language": "fr", accept: "text/markdown" },
        });
        assert.equal(again.text, text);
        assert.equal(again.headers["etag"], headers["etag"]);
        assert.ok(!text.includes("\r") && text.endsWith("\n") && !text.endsWith("\n\n"));
      },
    },
    {
      it: "links only to URLs of the site, and each of them exists",
      requires: "fixture",
      request: { path: GUIDE_PATH },
      status: 200,
      async check({ text }, { send, urlFor }) {
        const urls = new Set(
          [...text.matchAll(/https?:\/\/[^\s)`'"]+/g)].map(([url]) => url.replace(/[.,]$/, "")),
        );
        for (const url of urls) {
          if (url.startsWith("https://agent.example/")) continue;
          assert.ok(url.startsWith(urlFor("/")), url);
          const { status } = await send({ method: "OPTIONS", path: new URL(url).pathname });
          assert.ok(status === 204, `${url} returns ${status}`);
        }
      },
    },
    {
      it: "explains each status and that agents can't pay",
      requires: "fixture",
      request: { path: GUIDE_PATH },
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
      it: "returns 404 if nothing is for sale",
      requires: "fixture",
      request: { path: GUIDE_PATH, headers: { "fixture-shop": "empty" } },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "is available while the payment provider is unavailable",
      requires: "fixture",
      request: { path: GUIDE_PATH, headers: { "fixture-fault": "503" } },
      status: 200,
    },
  ],
  [DISCOVERY_PATH]: [
    {
      it: "lists the supported ACP services and nothing else",
      requires: "fixture",
      request: { path: DISCOVERY_PATH },
      status: 200,
      mediaType: "application/json",
      headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
      check({ text }, { urlFor }) {
        const discovery = JSON.parse(text);
        assert.deepEqual(discovery, {
          protocol: {
            name: "acp",
            version: "2026-04-17",
            supported_versions: ["2026-04-17"],
            documentation_url: urlFor("/openapi.json"),
          },
          api_base_url: urlFor("/agent/commerce/acp"),
          transports: ["rest"],
          capabilities: { services: ["checkout"], supported_currencies: ["eur", "jpy"] },
        });
        if (!missingReason()) assert.deepEqual(schemaErrors("DiscoveryResponse", discovery), []);
      },
    },
    {
      it: "points to the path that creates sessions",
      requires: "fixture",
      request: { path: DISCOVERY_PATH },
      status: 200,
      async check({ text }, { send }) {
        const { pathname } = new URL(`${JSON.parse(text).api_base_url}/checkout_sessions`);
        assert.equal(
          (await send({ method: "OPTIONS", path: pathname })).headers["allow"],
          "POST, OPTIONS",
        );
      },
    },
    {
      it: "omits the currencies while the payment provider is unavailable",
      requires: "fixture",
      request: { path: DISCOVERY_PATH, headers: { "fixture-fault": "503" } },
      status: 200,
      check: ({ text }) =>
        assert.deepEqual(JSON.parse(text).capabilities, { services: ["checkout"] }),
    },
    {
      it: "reveals nothing about an unexpected error",
      requires: "fixture",
      request: { path: DISCOVERY_PATH, headers: { "fixture-fault": "500" } },
      status: 500,
      mediaType: "application/problem+json",
    },
    {
      it: "returns 404 if nothing is for sale",
      requires: "fixture",
      request: { path: DISCOVERY_PATH, headers: { "fixture-shop": "empty" } },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
  "/llms.txt": [
    {
      it: "explains how to buy",
      requires: "fixture",
      request: { path: "/llms.txt" },
      status: 200,
      check: ({ text }, { urlFor }) =>
        assert.ok(
          text.includes(urlFor(GUIDE_PATH)) && text.includes(urlFor("/agent/commerce/products")),
        ),
    },
    {
      it: "doesn't mention buying if nothing is for sale",
      requires: "fixture",
      request: { path: "/llms.txt", headers: { "fixture-shop": "empty" } },
      status: 200,
      check: ({ text }) => assert.doesNotMatch(text, /buy|for sale/),
    },
  ],
  "/agent/site.json": [
    {
      it: "links to the buying guide and explains where buyers pay",
      requires: "fixture",
      request: { path: "/agent/site.json" },
      status: 200,
      check({ text }, { urlFor }) {
        const { links, guide, not_offered } = JSON.parse(text);
        for (const path of [GUIDE_PATH, DISCOVERY_PATH])
          assert.ok(
            links.some(({ href }: any) => href === urlFor(path)),
            path,
          );
        assert.ok(guide.includes(urlFor(GUIDE_PATH)));
        assert.match(
          not_offered.find(({ what }: any) => what === "payment").detail,
          /continue_url.*x402/,
        );
      },
    },
    {
      it: "doesn't link to buying documents if nothing is for sale",
      requires: "fixture",
      request: { path: "/agent/site.json", headers: { "fixture-shop": "empty" } },
      status: 200,
      check({ text }) {
        assert.ok(
          !text.includes(GUIDE_PATH) &&
            !text.includes(DISCOVERY_PATH) &&
            !text.includes("continue_url"),
        );
      },
    },
  ],
};
