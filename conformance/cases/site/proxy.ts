import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Exchange, Exchanges } from "../../case.ts";
import { UPSTREAM_HEADER } from "../../fixtures/proxy.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/rate-limit.ts";
import { GZIPPED_BODY, LARGE_BODY } from "../../fixtures/upstream-responders.ts";
import type { TestResponse } from "../../targets/target.ts";

const MARKDOWN_HEADERS = { accept: "text/markdown" };
const DOWN_HEADERS = { [UPSTREAM_HEADER]: "down" };
const HINTING_HEADERS = {
  [UPSTREAM_HEADER]: "html-hints",
  accept: "text/html,*/*;q=0.8",
  "accept-encoding": "gzip",
};
const MARKDOWN_RESPONSE = { status: 200, mediaType: "text/markdown" } as const;
const PROBLEM_RESPONSE = { mediaType: "application/problem+json" } as const;

/** Parses the response of the upstream's echo path: the request that reached the upstream. */
const parseUpstreamRequest = ({ text }: TestResponse) =>
  JSON.parse(text) as {
    method: string;
    url: string;
    headers: Record<string, string>;
    length: number;
    hash: string;
  };
const sha256Hex = (body: string | Uint8Array) => createHash("sha256").update(body).digest("hex");
const upload = "x".repeat(300_000);

/** An exchange that checks that a method and its body reach the upstream unchanged. */
const methodExchange = (name: string, body?: string): Exchange => ({
  it: `forwards ${name}${body ? " with its body" : ""}`,
  request: {
    method: name,
    path: "/echo?a=%20b&a=2",
    ...(body && { body }),
    headers: { "x-own": "1", ...(body && { "content-type": "text/plain" }) },
  },
  status: 200,
  check(response) {
    const { method, url, headers, length, hash } = parseUpstreamRequest(response);
    assert.deepEqual(
      [method, url, headers["x-own"], length],
      [name, "/echo?a=%20b&a=2", "1", body?.length ?? 0],
    );
    if (body) assert.equal(hash, sha256Hex(body));
  },
});

const redirectExchange = (
  path: string,
  it: string,
  status: number,
  location: string | ((origin: string) => string),
): Exchange => ({
  it,
  request: { path },
  status,
  check: ({ headers }, { urlFor }) =>
    assert.equal(
      headers["location"],
      typeof location === "string" ? location : location(urlFor("").replace(/\/$/, "")),
    ),
});

/** The reverse proxy in front of the upstream of `fixtures/upstream-site.ts`. */
export const proxyExchanges: Exchanges = {
  forwarding: [
    {
      it: "returns a page of the upstream unchanged and adds headers for agents",
      request: { path: "/about" },
      status: 200,
      mediaType: "text/html",
      headers: {
        "x-own": "1",
        vary: "accept-encoding, accept",
        link: /rel="service-desc".*<\/about\.md>; rel="alternate"/,
      },
      check({ text, headers }) {
        assert.match(text, /since before agents/);
        assert.equal(headers["x-content-type-options"], undefined);
      },
    },
    methodExchange("POST", "hello"),
    methodExchange("PUT", upload),
    methodExchange("PATCH", "{}"),
    methodExchange("DELETE"),
    methodExchange("OPTIONS"),
    methodExchange("PROPFIND"),
    {
      it: "forwards HEAD",
      request: { method: "HEAD", path: "/big" },
      status: 200,
      headers: { "content-length": "1000000", "accept-ranges": "bytes" },
    },
    {
      it: "returns a megabyte byte for byte",
      request: { path: "/big" },
      status: 200,
      check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(LARGE_BODY)),
    },
    {
      it: "returns a range of the upstream",
      request: { path: "/big", headers: { range: "bytes=10-19" } },
      status: 206,
      headers: { "content-range": "bytes 10-19/1000000" },
      check: ({ bytes }) => assert.deepEqual([...bytes], [...LARGE_BODY.subarray(10, 20)]),
    },
    {
      it: "returns a chunked body without trailers",
      request: { path: "/chunks" },
      status: 200,
      check: ({ text, headers }) =>
        assert.deepEqual([text, headers["trailer"]], ["one two three", undefined]),
    },
    {
      it: "leaves compressed bodies compressed",
      request: { path: "/gzip", headers: { "accept-encoding": "gzip" } },
      status: 200,
      headers: { "content-encoding": "gzip" },
      check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(GZIPPED_BODY)),
    },
    {
      it: "keeps Set-Cookie headers separate and forwards Cookie",
      request: { path: "/private", headers: { cookie: "who=me; x=1" } },
      status: 200,
      headers: { "set-cookie": "a=1; Path=/, b=2; Path=/; HttpOnly" },
      check: ({ text }) => assert.match(text, /For who=me; x=1\./),
    },
    {
      it: "returns the 304 of the upstream",
      request: async ({ send }) => ({
        path: "/",
        headers: { "if-none-match": (await send({ path: "/" })).headers["etag"]! },
      }),
      status: 304,
    },
    {
      it: "returns the 404 of the upstream",
      request: { path: "/nothing/here" },
      status: 404,
      mediaType: "text/html",
      headers: { "x-own": "404" },
      check: ({ headers }) => assert.equal(headers["link"], undefined),
    },
    {
      it: "returns 502 if the upstream sends an invalid status",
      request: { path: "/odd" },
      status: 502,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "returns the 503 of the upstream",
      request: { path: "/unready" },
      status: 503,
      headers: { "retry-after": "7" },
    },
    {
      it: "forwards repeated slashes",
      request: { path: "/double//slash" },
      status: 404,
      headers: { "x-own": "404" },
    },
    redirectExchange(
      "/moved",
      "rewrites a redirect to the upstream's URL to the public URL",
      302,
      (origin) => `${origin}/about?a=1`,
    ),
    redirectExchange(
      "/moved-away",
      "leaves redirects to other sites unchanged",
      302,
      "https://elsewhere.example/about",
    ),
    redirectExchange("/moved-here", "leaves a redirect to a path unchanged", 301, "/about"),
    {
      it: "doesn't rewrite a redirect to a port that begins with the upstream's",
      request: { path: "/moved-lookalike" },
      status: 302,
      headers: { location: /127\.0\.0\.1:\d+0\/about$/ },
    },
    {
      it: "removes the hop-by-hop headers of the response",
      request: { path: "/hop" },
      status: 200,
      headers: { "x-outer": "1" },
      check: ({ headers }) =>
        assert.deepEqual(
          [headers["x-inner"], headers["proxy-authenticate"], headers["alt-svc"]],
          [undefined, undefined, undefined],
        ),
    },
    {
      it: "replaces the forwarding headers of the client",
      request: {
        path: "/echo",
        headers: {
          "x-forwarded-for": "6.6.6.6",
          "x-forwarded-host": "evil.example",
          "x-forwarded-proto": "gopher",
          forwarded: "for=6.6.6.6;host=evil.example",
          "x-real-ip": "6.6.6.6",
          "x-original-url": "/admin",
        },
      },
      status: 200,
      check(response, { urlFor }) {
        const { headers } = parseUpstreamRequest(response);
        const { host, protocol } = new URL(urlFor("/"));
        assert.deepEqual(
          [headers["x-forwarded-host"], headers["x-forwarded-proto"]],
          [host, protocol.slice(0, -1)],
        );
        assert.match(headers["forwarded"]!, new RegExp(`host="${host}";proto=http$`));
        assert.doesNotMatch(JSON.stringify(headers), /6\.6\.6\.6|evil\.example|gopher|admin/);
      },
    },
    {
      it: "removes the hop-by-hop headers of the request",
      request: {
        path: "/echo",
        headers: {
          connection: "keep-alive, x-secret",
          "x-secret": "1",
          te: "trailers",
          "proxy-authorization": "Basic eDp5",
        },
      },
      status: 200,
      check(response) {
        const { headers } = parseUpstreamRequest(response);
        assert.deepEqual(
          [headers["x-secret"], headers["te"], headers["proxy-authorization"]],
          [undefined, undefined, undefined],
        );
      },
    },
    {
      it: "rejects a WebSocket with 501",
      request: {
        path: "/echo",
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      },
      status: 501,
      ...PROBLEM_RESPONSE,
      check: ({ text }) => assert.equal(JSON.parse(text).code, "not_implemented"),
    },
    {
      it: "rejects a wrong host",
      request: { path: "/about", headers: { host: "evil.example" } },
      status: 421,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "forwards unknown paths beside its own to the upstream",
      request: { method: "POST", path: "/checkout/basket", body: "{}" },
      status: 200,
      check: (response) => assert.equal(parseUpstreamRequest(response).length, 2),
    },
    {
      it: "never counts page loads toward the rate limit",
      request: { path: "/about", headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
      status: 200,
    },
  ],
  "upstream failures": [
    {
      it: "returns 502 without the upstream's address if the upstream is unreachable",
      request: { path: "/about", headers: DOWN_HEADERS },
      status: 502,
      ...PROBLEM_RESPONSE,
      headers: { "retry-after": /^\d+$/ },
      check({ text }) {
        assert.equal(JSON.parse(text).code, "origin_unreachable");
        assert.doesNotMatch(text, /127\.0\.0\.1/);
      },
    },
    {
      it: "returns an HTML page to browsers",
      request: { path: "/about", headers: { ...DOWN_HEADERS, accept: "text/html,*/*;q=0.8" } },
      status: 502,
      mediaType: "text/html",
      headers: { "content-security-policy": /default-src 'none'/ },
    },
    {
      it: "returns 502 if the upstream never responds",
      request: { path: "/silent" },
      status: 502,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "returns 502 if a short response ends early",
      request: { path: "/short" },
      status: 502,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "retries a GET if the upstream closes a reused connection",
      request: async ({ send }) => {
        await send({ path: "/about" });
        return { path: "/stale" };
      },
      status: 200,
      check: ({ text }) => assert.equal(text, "fresh"),
    },
    {
      it: "doesn't retry an unsafe request",
      request: { method: "POST", path: "/stale", body: "x" },
      status: 200,
    },
    {
      it: "reports the service as healthy",
      request: { path: "/.jackfield/healthz", headers: DOWN_HEADERS },
      status: 200,
    },
  ],
  "pages as Markdown": [
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
      it: "counts Markdown toward the rate limit like an operation",
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
  ],
  "hints in HTML": [
    {
      it: "leaves pages unchanged unless hints are enabled",
      request: { path: "/about" },
      status: 200,
      check: ({ text }) => assert.doesNotMatch(text, /markdown|For agents/),
    },
    {
      it: "adds only the link to the Markdown mirror to the head",
      request: { path: "/about?a=1", headers: HINTING_HEADERS },
      status: 200,
      mediaType: "text/html",
      check: async ({ text }, { send }) => {
        const added =
          /<link rel="alternate" type="text\/markdown" href="\/about\.md\?a=1"><!-- For agents: [^>]*-->/;
        assert.match(text, added);
        assert.equal(text.replace(added, ""), (await send({ path: "/about" })).text);
      },
    },
    {
      it: "has a separate ETag for the page with hints, and recognizes it",
      request: async ({ send }) => ({
        path: "/",
        headers: {
          ...HINTING_HEADERS,
          "if-none-match": (await send({ path: "/", headers: HINTING_HEADERS })).headers["etag"]!,
        },
      }),
      status: 304,
      headers: { etag: /\+hints"$/ },
    },
    {
      it: "leaves an image unchanged",
      request: { path: "/picture.png", headers: HINTING_HEADERS },
      status: 200,
      check: ({ bytes }) => assert.equal(bytes.length, 4),
    },
    {
      it: "leaves a compressed page unchanged",
      request: { path: "/gzip", headers: HINTING_HEADERS },
      status: 200,
      check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(GZIPPED_BODY)),
    },
    {
      it: "adds the link to a page that arrives in several chunks",
      request: { path: "/pieces", headers: HINTING_HEADERS },
      status: 200,
      check: ({ text }) =>
        assert.match(text, /<head class="a"><link rel="alternate" [^>]+><!--[^>]+--><title>Pieces/),
    },
  ],
  documents: [
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
        assert.equal(
          text,
          `User-agent: *\nDisallow: /cart\n\nSitemap: ${urlFor("/sitemap.xml")}\n`,
        ),
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
  ],
};
