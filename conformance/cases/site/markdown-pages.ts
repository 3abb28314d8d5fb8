import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { LONG_PAGE_PATH } from "../../fixtures/content-folder.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/site.ts";

const PAGE = "/guide/tape-heads.html";
const MIRROR = "/guide/tape-heads.md";

/** Accept headers with the media type in which a page is returned. */
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

/** Pages as Markdown, through Accept and as Markdown mirrors. */
export const markdownPageExchanges: Exchanges = {
  "/*": [
    {
      it: "returns the Markdown of readPage, with its canonical URL and token count",
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
    ...[PAGE, "/notes/plain-words.md"].map(
      (path): Exchange => ({
        it: `links ${path} as HTML to its Markdown`,
        requires: "fixture",
        request: { path, headers: { accept: "text/html" } },
        status: 200,
        mediaType: "text/html",
        async check({ headers }, { send }) {
          const [, mirror] =
            /<([^>]+)>; rel="alternate"; type="text\/markdown"/.exec(headers["link"] ?? "") ?? [];
          const { status, headers: mirrored } = await send({
            path: mirror!,
            headers: { accept: "text/html" },
          });
          assert.equal(status, 200);
          assert.match(mirrored["content-type"] ?? "", /^text\/markdown/);
        },
      }),
    ),
    ...ACCEPT_TABLE.map(
      ([accept, mediaType]): Exchange => ({
        it: `returns a page as ${mediaType} for ${accept ? `Accept: ${accept}` : "a missing Accept"}`,
        requires: "fixture",
        request: { path: PAGE, headers: { accept } },
        status: 200,
        mediaType,
        headers: { vary: /accept/i },
      }),
    ),
    {
      it: "returns a long page as Markdown in one piece",
      requires: "fixture",
      request: { path: LONG_PAGE_PATH, headers: { accept: "text/markdown" } },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.ok(text.length > 100_000),
    },
    {
      it: "has a separate ETag for each media type of a page",
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
      it: "answers HEAD for a page as Markdown",
      requires: "fixture",
      request: { ...MARKDOWN_REQUEST, method: "HEAD" },
      ...MARKDOWN_RESPONSE,
      headers: { "content-length": /^[1-9]/ },
    },
    {
      it: "serves the same Markdown at the Markdown mirror",
      requires: "fixture",
      request: { path: MIRROR },
      ...MARKDOWN_RESPONSE,
      check: async ({ text, headers }, { urlFor, send }) => {
        assert.equal(headers["link"], `<${urlFor(PAGE)}>; rel="canonical"`);
        assert.equal(text, (await send(MARKDOWN_REQUEST)).text);
      },
    },
    {
      it: "has a Markdown mirror of a folder's page",
      requires: "fixture",
      request: { path: "/guide/index.md" },
      ...MARKDOWN_RESPONSE,
      check: ({ headers }, { urlFor }) =>
        assert.equal(headers["link"], `<${urlFor("/guide/")}>; rel="canonical"`),
    },
    {
      it: "has a Markdown mirror of the front page",
      requires: "fixture",
      request: { path: "/index.md" },
      ...MARKDOWN_RESPONSE,
    },
    {
      it: "has a Markdown mirror at the page's path with .md appended",
      requires: "fixture",
      request: { path: `${PAGE}.md` },
      ...MARKDOWN_RESPONSE,
    },
    {
      it: "returns a Markdown page with absolute links, like /agent/read",
      requires: "fixture",
      request: { path: "/notes/plain-words.md" },
      ...MARKDOWN_RESPONSE,
      async check({ text }, { send, urlFor }) {
        const url = encodeURIComponent(urlFor("/notes/plain-words.md"));
        assert.equal(text, (await send({ path: `/agent/read?url=${url}` })).text);
        assert.match(text, /\]\(https?:/);
        assert.doesNotMatch(text, /\]\((?!https?:|#|mailto:)/);
      },
    },
    {
      it: "has no Markdown mirror of a missing page",
      requires: "fixture",
      request: { path: "/guide/nothing.md" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "has no Markdown mirror of an image",
      requires: "fixture",
      request: { path: "/pictures/reel.png.md" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "has no Markdown mirror of a hidden file",
      requires: "fixture",
      request: { path: "/.secret.md" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "returns an image unchanged to clients that prefer Markdown",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { accept: "text/markdown" } },
      status: 200,
      mediaType: "image/png",
    },
    {
      it: "links each page to the documents for agents and to its Markdown mirror",
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
          assert.ok(rels.includes(rel), `${rel} is missing in ${headers["link"]}`);
        assert.equal(links.find(({ rel }) => rel === "alternate")?.href, MIRROR);
        for (const { href, type } of links) {
          const there = await send({ path: href });
          assert.equal(there.status, 200, href);
          assert.equal(there.headers["content-type"]?.split(";")[0], type.split(";")[0], href);
        }
      },
    },
    {
      it: "adds no links for agents to an image",
      requires: "fixture",
      request: { path: "/pictures/reel.png" },
      status: 200,
      check: ({ headers }) =>
        assert.deepEqual([headers["link"], headers["vary"]], [undefined, undefined]),
    },
    {
      it: "counts a page as Markdown toward the rate limit",
      requires: "fixture",
      request: () => ({
        path: PAGE,
        headers: { accept: "text/markdown", [CLIENT_HEADER]: `markdown-${Math.random()}` },
      }),
      ...MARKDOWN_RESPONSE,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "counts a Markdown mirror toward the rate limit",
      requires: "fixture",
      request: () => ({ path: MIRROR, headers: { [CLIENT_HEADER]: `mirror-${Math.random()}` } }),
      ...MARKDOWN_RESPONSE,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "rejects Markdown requests of a client that has exceeded its rate limit",
      requires: "fixture",
      rateLimited: true,
      request: MARKDOWN_REQUEST,
      status: 429,
      mediaType: "application/problem+json",
      headers: { "retry-after": "1" },
    },
    {
      it: "serves HTML pages to a client that has exceeded its rate limit",
      requires: "fixture",
      request: { path: PAGE, headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
      status: 200,
      mediaType: "text/html",
    },
  ],
};
