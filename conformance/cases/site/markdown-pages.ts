import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { LONG_PAGE_PATH } from "../../fixtures/content-folder.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/site.ts";

const PAGE = "/guide/tape-heads.html";
const MIRROR = "/guide/tape-heads.md";

/** Accept, and the media type that a page comes in. */
const ACCEPT_TABLE: readonly [accept: string, expected: string][] = [
  ["text/markdown", "text/markdown"],
  ["TEXT/Markdown", "text/markdown"],
  ["text/markdown, text/html;q=0.9, */*;q=0.1", "text/markdown"],
  ["text/html;q=0.2, text/markdown;q=0.3", "text/markdown"],
  ["text/plain, text/markdown;q=0.1", "text/markdown"],
  ["text/html, text/markdown", "text/html"],
  ["text/html, text/markdown;q=0.9", "text/html"],
  ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "text/html"],
  ["*/*", "text/html"],
  ["text/*", "text/html"],
  ["", "text/html"],
  ["text/markdown;q=0", "text/html"],
  ["text/markdown;q=0, */*", "text/html"],
  ["application/json", "text/html"],
];

const MARKDOWN_RESPONSE = { status: 200, mediaType: "text/markdown" } as const;
const MARKDOWN_REQUEST = { path: PAGE, headers: { accept: "text/markdown" } };

/** The site's own pages as Markdown: by Accept, and at an address of their own. */
export const markdownPageExchanges: Exchanges = {
  "/*": [
    {
      it: "gives the very Markdown that readPage gives, and says whose it is and how long",
      requires: "fixture",
      request: MARKDOWN_REQUEST,
      ...MARKDOWN_RESPONSE,
      headers: {
        vary: /accept/i,
        etag: /^"/,
        "x-markdown-tokens": /^[1-9]\d*$/,
        "last-modified": /GMT$/,
      },
      check: async ({ text, headers }, { urlFor, send }) => {
        assert.equal(headers["link"], `<${urlFor(PAGE)}>; rel="canonical"`);
        assert.equal(
          text,
          (await send({ path: `/agent/read?url=${encodeURIComponent(urlFor(PAGE))}` })).text,
        );
      },
    },
    ...ACCEPT_TABLE.map(
      ([accept, mediaType]): Exchange => ({
        it: `gives a page as ${mediaType} for Accept ${accept || "missing"}`,
        requires: "fixture",
        request: { path: PAGE, headers: { accept } },
        status: 200,
        mediaType,
        headers: { vary: /accept/i },
      }),
    ),
    {
      it: "gives a long page as Markdown in one piece",
      requires: "fixture",
      request: { path: LONG_PAGE_PATH, headers: { accept: "text/markdown" } },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.ok(text.length > 100_000),
    },
    {
      it: "has an ETag for each form of a page",
      requires: "fixture",
      request: MARKDOWN_REQUEST,
      ...MARKDOWN_RESPONSE,
      check: async ({ headers }, { send }) => {
        const page = await send({ path: PAGE });
        assert.notEqual(headers["etag"], page.headers["etag"]);
        for (const [etag, accept, status] of [
          [headers["etag"], "text/markdown", 304],
          [headers["etag"], "text/html", 200],
          [page.headers["etag"], "text/html", 304],
          [page.headers["etag"], "text/markdown", 200],
        ] as const) {
          assert.equal(
            (await send({ path: PAGE, headers: { accept, "if-none-match": etag! } })).status,
            status,
            `${accept} with ${etag}`,
          );
        }
      },
    },
    {
      it: "answers HEAD of a page as Markdown",
      requires: "fixture",
      request: { ...MARKDOWN_REQUEST, method: "HEAD" },
      ...MARKDOWN_RESPONSE,
      headers: { "content-length": /^[1-9]/ },
    },
    {
      it: "has a mirror of a page, which is the same",
      requires: "fixture",
      request: { path: MIRROR },
      ...MARKDOWN_RESPONSE,
      check: async ({ text, headers }, { urlFor, send }) => {
        assert.equal(headers["link"], `<${urlFor(PAGE)}>; rel="canonical"`);
        assert.equal(text, (await send(MARKDOWN_REQUEST)).text);
      },
    },
    {
      it: "has a mirror of a folder's page",
      requires: "fixture",
      request: { path: "/guide/index.md" },
      ...MARKDOWN_RESPONSE,
      check: ({ headers }, { urlFor }) =>
        assert.equal(headers["link"], `<${urlFor("/guide/")}>; rel="canonical"`),
    },
    {
      it: "has a mirror of the front page",
      requires: "fixture",
      request: { path: "/index.md" },
      ...MARKDOWN_RESPONSE,
    },
    {
      it: "has a mirror of a page by its whole name too",
      requires: "fixture",
      request: { path: `${PAGE}.md` },
      ...MARKDOWN_RESPONSE,
    },
    {
      it: "gives the site's own Markdown before a mirror",
      requires: "fixture",
      request: { path: "/notes/plain-words.md" },
      ...MARKDOWN_RESPONSE,
      check: ({ headers }) => assert.ok(headers["accept-ranges"]),
    },
    {
      it: "has no mirror of what is not there",
      requires: "fixture",
      request: { path: "/guide/nothing.md" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "has no mirror of a picture",
      requires: "fixture",
      request: { path: "/pictures/reel.png.md" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "has no mirror of what is hidden",
      requires: "fixture",
      request: { path: "/.secret.md" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "gives a picture as it is to who would have Markdown",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { accept: "text/markdown" } },
      status: 200,
      mediaType: "image/png",
    },
    {
      it: "says on each page what there is for agents, and where its Markdown is",
      requires: "fixture",
      request: { path: PAGE },
      status: 200,
      mediaType: "text/html",
      check: async ({ headers }, { send }) => {
        const links = [
          ...(headers["link"] ?? "").matchAll(/<([^>]+)>; rel="([\w-]+)"; type="([^"]+)"/g),
        ].map(([, href, rel, type]) => ({ href: href!, rel: rel!, type: type! }));
        const rels = links.map(({ rel }) => rel);
        for (const rel of ["service-desc", "service-doc", "describedby", "alternate"])
          assert.ok(rels.includes(rel), `no ${rel} in ${headers["link"]}`);
        assert.equal(links.find(({ rel }) => rel === "alternate")?.href, MIRROR);
        for (const { href, type } of links) {
          const there = await send({ path: href });
          assert.equal(there.status, 200, href);
          assert.equal(there.headers["content-type"]?.split(";")[0], type.split(";")[0], href);
        }
      },
    },
    {
      it: "says nothing of agents on a picture",
      requires: "fixture",
      request: { path: "/pictures/reel.png" },
      status: 200,
      check: ({ headers }) =>
        assert.deepEqual([headers["link"], headers["vary"]], [undefined, undefined]),
    },
    {
      it: "counts a page as Markdown like an operation",
      requires: "fixture",
      request: () => ({
        path: PAGE,
        headers: { accept: "text/markdown", [CLIENT_HEADER]: `markdown-${Math.random()}` },
      }),
      ...MARKDOWN_RESPONSE,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "counts a mirror like an operation",
      requires: "fixture",
      request: () => ({ path: MIRROR, headers: { [CLIENT_HEADER]: `mirror-${Math.random()}` } }),
      ...MARKDOWN_RESPONSE,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "makes no Markdown for a client that has used up its rate",
      requires: "fixture",
      rateLimited: true,
      request: MARKDOWN_REQUEST,
      status: 429,
      mediaType: "application/problem+json",
      headers: { "retry-after": "1" },
    },
    {
      it: "shows the page itself to whoever has used up its rate",
      requires: "fixture",
      request: { path: PAGE, headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
      status: 200,
      mediaType: "text/html",
    },
  ],
  "/robots.txt": [
    {
      it: "names the sitemap, and says what the operator wishes and no more",
      requires: "fixture",
      request: { path: "/robots.txt" },
      status: 200,
      check: ({ text }, { urlFor }) =>
        assert.equal(text, `User-agent: *\nAllow: /\n\nSitemap: ${urlFor("/sitemap.xml")}\n`),
    },
  ],
  "/sitemap.xml": [
    {
      it: "lists the pages, each of which is there",
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
      it: "has no part that is not there",
      requires: "fixture",
      request: { path: "/sitemap.xml?part=9" },
      status: 404,
      mediaType: "application/problem+json",
    },
  ],
};
