import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { table } from "../../../generated/site/operations.ts";
import { type Exchanges, skip } from "../../case.ts";
import { unlessForwarded } from "../conditions.ts";
import { assertOwnExamples, withOwnExamples } from "../own-examples.ts";
import { selectOffered } from "./offered-operations.ts";

/** The Markdown documents that describe the site to language models. */
export const llmsExchanges: Exchanges = {
  "/llms.txt": [
    {
      it: "contains the name of the site, its endpoints and its limits",
      request: { path: "/llms.txt" },
      status: 200,
      check({ text, headers }, { info }) {
        if (headers["last-modified"]) skip("the site has its own file at /llms.txt");
        assert.ok(text.startsWith(`# ${info.name}\n\n> `), text.slice(0, 200));
        for (const path of [
          "/agent/read?url=",
          "/agent/search?q=",
          "/agent/site.json",
          "/mcp",
          "/openapi.json",
          "/support",
        ]) {
          assert.ok(text.includes(new URL(path, info.url).href), `${path} is missing`);
        }
        assert.match(text, /one request a second/);
        assert.match(text, /User-Agent/);
      },
    },
    {
      it: "links to pages that exist",
      request: { path: "/llms.txt" },
      status: 200,
      check: async ({ text, headers }, { send, info }) => {
        if (headers["last-modified"]) skip("the site has its own file at /llms.txt");
        const links = [...text.matchAll(/^- \[(?:[^\]\\]|\\.)*\]\(([^)]+)\)/gm)].map(
          ([, url]) => url!,
        );
        assert.ok(
          links.length >= Math.min(info.pages, 500),
          `${links.length} links for ${info.pages} pages`,
        );
        for (const url of links.slice(0, 20)) {
          const { pathname } = new URL(url);
          assert.equal((await send({ method: "HEAD", path: pathname })).status, 200, url);
        }
      },
    },
    {
      it: "lists every document that siteInfo links to",
      request: { path: "/llms.txt" },
      status: 200,
      async check({ text, headers }, { info, call }) {
        if (headers["last-modified"]) skip("the site has its own file at /llms.txt");
        const { value } = await call("listProducts", {});
        const unlisted = ["status", "sitemap", "robots", "payment", "describedby"];
        if (value.offers?.length === 0) unlisted.push("collection");
        for (const { rel, href } of info.links) {
          if (unlisted.includes(rel)) continue;
          assert.ok(text.includes(href), href);
        }
      },
    },
    {
      it: "returns 404 for a part that doesn't exist",
      requires: "fixture",
      request: { path: "/llms.txt?part=9" },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
  "/llms-full.txt": [
    {
      it: "contains pages with their URLs and states how many pages it omits",
      request: { path: "/llms-full.txt" },
      status: 200,
      async check({ text, headers }, { info, pageUrl, urlFor: address, call }) {
        if (headers["last-modified"]) skip("the site has its own file at /llms-full.txt");
        assert.ok(text.startsWith(`# ${info.name}\n\n> `) && text.includes(address("/llms.txt")));
        const visible = text.match(/^Source: \S+$/gm)?.length ?? 0;
        const [, held, total] = /^This text holds ([\d,]+) of ([\d,]+) pages?\./m.exec(text) ?? [];
        const parseCount = (count = "") => Number(count.replaceAll(",", ""));
        assert.equal(visible, parseCount(held));
        assert.equal(info.pages, parseCount(total));
        assert.ok(text.length < 1_200_000, String(text.length));
        if (!text.includes(`Source: ${pageUrl}\n`)) return;
        const { value } = await call("readPage", { url: pageUrl, frontmatter: false });
        const content = typeof value === "string" ? value : value.content;
        assert.ok(text.includes(content.trim().slice(0, 2000)), pageUrl);
      },
    },
    {
      it: "returns 503 while the pages are unavailable",
      requires: "fixture",
      fault: 503,
      request: { path: "/llms-full.txt", headers: { "fixture-fault": "503" } },
      status: 503,
      mediaType: "application/problem+json",
    },
  ],
};

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
  "/sitemap.md": [
    {
      it: "lists each page with its title, as a link to its Markdown",
      requires: "fixture",
      request: { path: "/sitemap.md" },
      status: 200,
      mediaType: "text/markdown",
      async check({ text }, { send, info }) {
        assert.ok(text.startsWith(`# Pages of ${info.name}\n\n## Pages\n\n- [`), text.slice(0, 99));
        const links = [...text.matchAll(/^- \[(?:[^\]\\]|\\.)+\]\(([^)]+)\)/gm)];
        assert.equal(links.length, info.pages);
        for (const [, url] of links) {
          const { pathname } = new URL(url!);
          assert.equal((await send({ path: pathname })).status, 200, pathname);
        }
      },
    },
    {
      it: "returns 404 for a part that doesn't exist",
      requires: "fixture",
      request: { path: "/sitemap.md?part=9" },
      status: 404,
      mediaType: "application/problem+json",
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

const publishedDocument = JSON.parse(
  readFileSync(new URL("../../../generated/site/openapi.json", import.meta.url), "utf8"),
);

/** The contents of the generated documents. */
export const documentExchanges: Exchanges = {
  "/openapi.json": [
    {
      it: "is the published document with this site as its server",
      request: { path: "/openapi.json" },
      status: 200,
      headers: { "access-control-allow-origin": "*" },
      check({ text }, context) {
        const { servers, ...rest } = JSON.parse(text);
        const { servers: _, ...published } = withOwnExamples(publishedDocument, context);
        assert.deepEqual(rest, selectOffered(published, rest, context.info));
        assert.equal(new URL(servers[0].url).origin, new URL(context.info.url).origin);
      },
    },
    {
      it: "has examples with the address of the deployment",
      request: { path: "/openapi.json" },
      status: 200,
      check: ({ text }, context) => assertOwnExamples(text, context),
    },
  ],
  "/support": [
    {
      it: "names the contact for help and removals, and contains no script",
      requires: "fixture",
      request: { path: "/support" },
      status: 200,
      headers: {
        "content-security-policy": /default-src 'none'/,
        "referrer-policy": "no-referrer",
      },
      check({ text }) {
        assert.match(text, /mailto:support@fixture\.example/);
        assert.match(text, /removed/);
        assert.doesNotMatch(text, /<script/);
      },
    },
  ],
  "/healthz": [
    unlessForwarded({
      it: "forbids caching",
      request: { path: "/healthz" },
      status: 200,
      headers: { "cache-control": "no-store" },
    }),
    {
      it: "returns 200 even while the pages are unavailable",
      requires: "fixture",
      request: { path: "/healthz", headers: { "fixture-fault": "503" } },
      status: 200,
    },
  ],
  "/readyz": [
    {
      it: "returns 503 while the pages are unavailable",
      requires: "fixture",
      request: { path: "/readyz", headers: { "fixture-fault": "503" } },
      status: 503,
      mediaType: "application/problem+json",
      headers: { "retry-after": /^\d+$/ },
    },
    {
      it: "reveals nothing about an unexpected error",
      requires: "fixture",
      request: { path: "/readyz", headers: { "fixture-fault": "500" } },
      status: 500,
      mediaType: "application/problem+json",
    },
  ],
  [table.operations.siteInfo.path]: [
    {
      it: "answers HEAD with the length and no body",
      request: { method: "HEAD", path: table.operations.siteInfo.path },
      status: 200,
      mediaType: "application/json",
      headers: { "content-length": /^[1-9]\d+$/ },
    },
  ],
};
