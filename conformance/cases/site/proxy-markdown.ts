import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/site.ts";

const MARKDOWN_HEADERS = { accept: "text/markdown" };
const MARKDOWN_RESPONSE = { status: 200, mediaType: "text/markdown" } as const;
const PROBLEM_RESPONSE = { mediaType: "application/problem+json" } as const;

/** Pages of the upstream as Markdown, through Accept and as Markdown mirrors. */
export const proxyMarkdownExchanges: readonly [Exchange, ...Exchange[]] = [
  {
    it: "returns a page as Markdown to clients that prefer it",
    request: { path: "/about", headers: MARKDOWN_HEADERS },
    ...MARKDOWN_RESPONSE,
    headers: {
      etag: /^"/,
      vary: /accept-encoding, accept/,
      "x-markdown-tokens": /^\d+$/,
      "x-content-type-options": "nosniff",
    },
    check({ text, headers }, { urlFor }) {
      assert.match(text, /^# About us\n/);
      assert.equal(headers["link"], `<${urlFor("/about")}>; rel="canonical"`);
    },
  },
  {
    it: "keeps the query in the canonical URL",
    request: { path: "/about?lang=en", headers: MARKDOWN_HEADERS },
    ...MARKDOWN_RESPONSE,
    check: ({ headers }, { urlFor }) =>
      assert.equal(headers["link"], `<${urlFor("/about?lang=en")}>; rel="canonical"`),
  },
  {
    it: "returns HTML to browsers",
    request: { path: "/about", headers: { accept: "text/html, */*;q=0.8" } },
    status: 200,
    mediaType: "text/html",
  },
  {
    it: "keeps the Cache-Control header of the page",
    request: { path: "/", headers: MARKDOWN_HEADERS },
    ...MARKDOWN_RESPONSE,
    headers: { "cache-control": "max-age=60" },
  },
  {
    it: "returns the same Markdown if the upstream returns 304",
    request: { path: "/", headers: MARKDOWN_HEADERS },
    ...MARKDOWN_RESPONSE,
    check: async ({ text, headers }, { send }) => {
      const again = await send({ path: "/", headers: MARKDOWN_HEADERS });
      assert.deepEqual([again.text, again.headers["etag"]], [text, headers["etag"]]);
    },
  },
  {
    it: "returns 304 if the Markdown is unchanged",
    request: async ({ send }) => ({
      path: "/",
      headers: {
        ...MARKDOWN_HEADERS,
        "if-none-match": (await send({ path: "/", headers: MARKDOWN_HEADERS })).headers["etag"]!,
      },
    }),
    status: 304,
    headers: { etag: /^"/ },
  },
  {
    it: "has a separate ETag for the Markdown of a page",
    request: async ({ send }) => ({
      path: "/",
      headers: {
        "if-none-match": (await send({ path: "/", headers: MARKDOWN_HEADERS })).headers["etag"]!,
      },
    }),
    status: 200,
    mediaType: "text/html",
  },
  {
    it: "doesn't cache responses to requests with cookies",
    request: { path: "/private", headers: { ...MARKDOWN_HEADERS, cookie: "who=me" } },
    ...MARKDOWN_RESPONSE,
    headers: { "cache-control": "private, no-store", "set-cookie": /a=1.*b=2/ },
    check: async ({ text }, { send }) => {
      assert.match(text, /For who=me/);
      assert.match(
        (await send({ path: "/private", headers: { ...MARKDOWN_HEADERS, cookie: "who=you" } }))
          .text,
        /For who=you/,
      );
      assert.match(
        (await send({ path: "/private", headers: MARKDOWN_HEADERS })).text,
        /For nobody/,
      );
    },
  },
  {
    it: "forwards requests with credentials unchanged",
    request: { path: "/about", headers: { ...MARKDOWN_HEADERS, authorization: "Bearer x" } },
    status: 200,
    mediaType: "text/html",
  },
  {
    it: "prefers the upstream's Markdown",
    request: { path: "/negotiates", headers: MARKDOWN_HEADERS },
    ...MARKDOWN_RESPONSE,
    check: ({ text }) => assert.equal(text, "# The origin's own Markdown\n"),
  },
  {
    it: "returns an image unchanged",
    request: { path: "/picture.png", headers: MARKDOWN_HEADERS },
    status: 200,
    mediaType: "image/png",
  },
  {
    it: "returns the 404 of the upstream unchanged",
    request: { path: "/nothing", headers: MARKDOWN_HEADERS },
    status: 404,
    mediaType: "text/html",
  },
  {
    it: "answers HEAD for a page as Markdown",
    request: { method: "HEAD", path: "/about", headers: MARKDOWN_HEADERS },
    ...MARKDOWN_RESPONSE,
    headers: { "content-length": /^[1-9]/ },
  },
  {
    it: "has a Markdown mirror of a page",
    request: { path: "/about.md" },
    ...MARKDOWN_RESPONSE,
    check: async ({ text, headers }, { send, urlFor }) => {
      assert.equal(headers["link"], `<${urlFor("/about")}>; rel="canonical"`);
      assert.equal(text, (await send({ path: "/about", headers: MARKDOWN_HEADERS })).text);
    },
  },
  {
    it: "has a Markdown mirror of a folder's page",
    request: { path: "/folder/index.md" },
    ...MARKDOWN_RESPONSE,
  },
  {
    it: "has a Markdown mirror of the front page",
    request: { path: "/index.md" },
    ...MARKDOWN_RESPONSE,
  },
  {
    it: "has a Markdown mirror of a page with an extension",
    request: { path: "/old.md" },
    ...MARKDOWN_RESPONSE,
    check: ({ headers }, { urlFor }) =>
      assert.equal(headers["link"], `<${urlFor("/old.html")}>; rel="canonical"`),
  },
  {
    it: "prefers a Markdown file of the upstream to a Markdown mirror",
    request: { path: "/readme.md" },
    ...MARKDOWN_RESPONSE,
    check: ({ text }) => assert.equal(text, "# The origin's own file\n"),
  },
  {
    it: "has no Markdown mirror of a missing page",
    request: { path: "/nothing.md" },
    status: 404,
    headers: { "x-own": "404" },
  },
  {
    it: "counts Markdown that must be fetched as a request",
    request: () => ({
      path: "/about",
      headers: { ...MARKDOWN_HEADERS, [CLIENT_HEADER]: `front-${Math.random()}` },
    }),
    ...MARKDOWN_RESPONSE,
    headers: { ratelimit: '"client";r=19;t=1' },
  },
  {
    it: "doesn't cache a page that depends on an unusual request header",
    request: async ({ send }) => {
      await send({ path: "/reflects", headers: { ...MARKDOWN_HEADERS, "x-word": "poison" } });
      return { path: "/reflects", headers: MARKDOWN_HEADERS };
    },
    ...MARKDOWN_RESPONSE,
    check: ({ text }) => assert.match(text, /The word is nothing/),
  },
  {
    it: "converts a page again if its content differs under the same ETag",
    request: async ({ send }) => {
      await send({ path: "/reflects", headers: MARKDOWN_HEADERS });
      return { path: "/reflects", headers: { ...MARKDOWN_HEADERS, "x-word": "mine" } };
    },
    ...MARKDOWN_RESPONSE,
    check: ({ text }) => assert.match(text, /The word is mine/),
  },
  {
    it: "counts requests for missing Markdown mirrors",
    request: () => ({
      path: "/nothing.md",
      headers: { [CLIENT_HEADER]: `front-${Math.random()}` },
    }),
    status: 404,
    headers: { ratelimit: '"client";r=19;t=1' },
  },
  {
    it: "rejects Markdown mirror requests of a client that has exceeded its rate limit",
    request: { path: "/nothing.md", headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
    status: 429,
    ...PROBLEM_RESPONSE,
  },
  {
    it: "rejects Markdown requests of a client that has exceeded its rate limit",
    request: {
      path: "/about",
      headers: { ...MARKDOWN_HEADERS, [CLIENT_HEADER]: RATE_LIMITED_CLIENT },
    },
    status: 429,
    ...PROBLEM_RESPONSE,
  },
];
