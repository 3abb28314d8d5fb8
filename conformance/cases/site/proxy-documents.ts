import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { parseUpstreamRequest } from "./proxy-upstream-failures.ts";

const MARKDOWN_RESPONSE = { status: 200, mediaType: "text/markdown" } as const;

/** Documents and operations of the service beside the upstream's. */
export const proxyDocumentExchanges: readonly [Exchange, ...Exchange[]] = [
  {
    it: "forwards a very long robots.txt",
    request: { path: "/robots.txt", headers: { "x-robots": "long" } },
    status: 200,
    check: ({ bytes }) => assert.equal(bytes.length, 800_000),
  },
  {
    it: "adds the sitemap to the upstream's robots.txt",
    request: { path: "/robots.txt" },
    status: 200,
    mediaType: "text/plain",
    check: ({ text }, { urlFor }) =>
      assert.equal(text, `User-agent: *\nDisallow: /cart\n\nSitemap: ${urlFor("/sitemap.xml")}\n`),
  },
  {
    it: "prefers the upstream's sitemap",
    request: { path: "/sitemap.xml" },
    status: 200,
    check: ({ text }) => assert.match(text, /<loc>http:\/\/[^<]+\/folder\/<\/loc>/),
  },
  {
    it: "prefers the upstream's support page",
    request: { path: "/support" },
    status: 200,
    mediaType: "text/html",
    check: ({ text }) => assert.match(text, /The origin&#39;s support|The origin's support/),
  },
  {
    it: "forwards other methods of a document's path",
    request: { method: "POST", path: "/support", body: "help" },
    status: 200,
    check: (response) => assert.equal(parseUpstreamRequest(response).length, 4),
  },
  {
    it: "doesn't mistake an HTML page for the upstream's llms.txt",
    request: { path: "/llms.txt" },
    ...MARKDOWN_RESPONSE,
    check: ({ text }) => assert.match(text, /^# Proxy Site\n/),
  },
  {
    it: "serves openapi.json if the upstream has none",
    request: { path: "/openapi.json" },
    status: 200,
    mediaType: "application/openapi+json",
  },
  {
    it: "forwards /healthz",
    request: { path: "/healthz" },
    status: 200,
    check: ({ text }) => assert.equal(text, "the origin's own health"),
  },
  {
    it: "serves readiness under its own path",
    request: { path: "/.jackfield/readyz" },
    status: 200,
    check: ({ text }) => assert.equal(JSON.parse(text).pages, 3),
  },
  {
    it: "serves metrics under its own path",
    request: { path: "/.jackfield/metrics" },
    status: 200,
    check: ({ text }) => assert.match(text, /route="\/\*"/),
  },
  {
    it: "describes itself without broken links",
    request: { path: "/agent/site.json" },
    status: 200,
    check: async ({ text }, { send }) => {
      for (const { href } of JSON.parse(text).links) {
        const { pathname } = new URL(href);
        assert.ok([200, 400, 405].includes((await send({ path: pathname })).status), href);
      }
    },
  },
  {
    it: "reads the upstream's pages by their public URLs",
    request: ({ urlFor }) => ({
      path: `/agent/read?url=${encodeURIComponent(urlFor("/about"))}`,
    }),
    ...MARKDOWN_RESPONSE,
    check: ({ text }) => assert.match(text, /since before agents/),
  },
  {
    it: "reads a page that no sitemap lists",
    request: ({ urlFor }) => ({
      path: `/agent/read?url=${encodeURIComponent(urlFor("/old.html"))}`,
    }),
    ...MARKDOWN_RESPONSE,
  },
  {
    it: "finds the upstream's pages",
    request: { path: "/agent/search?q=about" },
    status: 200,
    check: ({ text }, { urlFor }) => assert.ok(text.includes(urlFor("/about")), text),
  },
];
