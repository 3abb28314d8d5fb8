import assert from "node:assert/strict";
import type { Exchanges } from "../../case.ts";

/** The generated robots.txt and sitemap. */
export const robotsAndSitemapExchanges: Exchanges = {
  "/robots.txt": [
    {
      it: "contains the sitemap and the operator's rules only",
      requires: "fixture",
      request: { path: "/robots.txt" },
      status: 200,
      check: ({ text }, { urlFor }) =>
        assert.equal(text, `User-agent: *\nAllow: /\n\nSitemap: ${urlFor("/sitemap.xml")}\n`),
    },
  ],
  "/sitemap.xml": [
    {
      it: "lists the pages, and each of them exists",
      requires: "fixture",
      request: { path: "/sitemap.xml" },
      status: 200,
      check: async ({ text }, { send, info }) => {
        const urls = [
          ...text.matchAll(/<loc>([^<]+)<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g),
        ].map(([, url]) => new URL(url!));
        assert.equal(urls.length, info.pages);
        for (const { pathname } of urls)
          assert.equal((await send({ path: pathname })).status, 200, pathname);
      },
    },
    {
      it: "returns 404 for a part that doesn't exist",
      requires: "fixture",
      request: { path: "/sitemap.xml?part=9" },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
};
