import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Exchange, Exchanges } from "../../case.ts";
import { UPSTREAM_HEADER } from "../../fixtures/proxy.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/rate-limit.ts";
import { GZIPPED_BODY, LARGE_BODY } from "../../fixtures/upstream-site.ts";
import type { TestResponse } from "../../targets/target.ts";

const MARKDOWN_HEADERS = { accept: "text/markdown" };
const DOWN_HEADERS = { [UPSTREAM_HEADER]: "down" };
const HINTING_HEADERS = {
  [UPSTREAM_HEADER]: "hinting",
  accept: "text/html,*/*;q=0.8",
  "accept-encoding": "gzip",
};
const MARKDOWN_RESPONSE = { status: 200, mediaType: "text/markdown" } as const;
const PROBLEM_RESPONSE = { mediaType: "application/problem+json" } as const;

/** What reached the origin. */
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

/** Methods and bodies reach the origin as they are. */
const methodExchange = (name: string, body?: string): Exchange => ({
  it: `passes ${name} on${body ? ", with its body" : ""}`,
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

/** What holds where the service stands in front of a site (rig/origin.ts). */
export const proxyExchanges: Exchanges = {
  "passed on": [
    {
      it: "gives the origin's page as it is, with what there is for agents in its headers",
      request: { path: "/about" },
      status: 200,
      mediaType: "text/html",
      headers: {
        "x-own": "1",
        vary: "accept-encoding, accept",
        link: /rel="service-desc".*<\/about\.md>; rel="alternate"/,
      },
      check: ({ text, headers }) => (
        assert.match(text, /since before agents/),
        assert.equal(headers["x-content-type-options"], undefined)
      ),
    },
    methodExchange("POST", "hello"),
    methodExchange("PUT", upload),
    methodExchange("PATCH", "{}"),
    methodExchange("DELETE"),
    methodExchange("OPTIONS"),
    methodExchange("PROPFIND"),
    {
      it: "passes HEAD on",
      request: { method: "HEAD", path: "/big" },
      status: 200,
      headers: { "content-length": "1000000", "accept-ranges": "bytes" },
    },
    {
      it: "gives a megabyte to the byte",
      request: { path: "/big" },
      status: 200,
      check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(LARGE_BODY)),
    },
    {
      it: "gives a range as the origin has it",
      request: { path: "/big", headers: { range: "bytes=10-19" } },
      status: 206,
      headers: { "content-range": "bytes 10-19/1000000" },
      check: ({ bytes }) => assert.deepEqual([...bytes], [...LARGE_BODY.subarray(10, 20)]),
    },
    {
      it: "gives what comes in chunks, without trailers",
      request: { path: "/chunks" },
      status: 200,
      check: ({ text, headers }) =>
        assert.deepEqual([text, headers["trailer"]], ["one two three", undefined]),
    },
    {
      it: "unpacks nothing",
      request: { path: "/gzip", headers: { "accept-encoding": "gzip" } },
      status: 200,
      headers: { "content-encoding": "gzip" },
      check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(GZIPPED_BODY)),
    },
    {
      it: "keeps several cookies apart, and takes those of the client along",
      request: { path: "/private", headers: { cookie: "who=me; x=1" } },
      status: 200,
      headers: { "set-cookie": "a=1; Path=/, b=2; Path=/; HttpOnly" },
      check: ({ text }) => assert.match(text, /For who=me; x=1\./),
    },
    {
      it: "says with the origin that nothing has changed",
      request: async ({ send }) => ({
        path: "/",
        headers: { "if-none-match": (await send({ path: "/" })).headers["etag"]! },
      }),
      status: 304,
    },
    {
      it: "gives the origin's own 404",
      request: { path: "/nothing/here" },
      status: 404,
      mediaType: "text/html",
      headers: { "x-own": "404" },
      check: ({ headers }) => assert.equal(headers["link"], undefined),
    },
    {
      it: "takes a status that HTTP does not have for no answer",
      request: { path: "/odd" },
      status: 502,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "gives the origin's own failure",
      request: { path: "/unready" },
      status: 503,
      headers: { "retry-after": "7" },
    },
    {
      it: "takes repeated slashes for the origin's affair",
      request: { path: "/double//slash" },
      status: 404,
      headers: { "x-own": "404" },
    },
    redirectExchange(
      "/moved",
      "leads to the public address where the origin names its own",
      302,
      (origin) => `${origin}/about?a=1`,
    ),
    redirectExchange(
      "/moved-away",
      "leaves other addresses as they are",
      302,
      "https://elsewhere.example/about",
    ),
    redirectExchange("/moved-here", "leaves a path as it is", 301, "/about"),
    {
      it: "does not take a longer port for the origin's",
      request: { path: "/moved-lookalike" },
      status: 302,
      headers: { location: /127\.0\.0\.1:\d+0\/about$/ },
    },
    {
      it: "keeps what belongs to the connection",
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
      it: "tells the origin who asks and for what host, whatever the client says of that",
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
      it: "keeps the connection's own headers from the origin",
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
      it: "refuses a WebSocket, and says so",
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
      it: "does not answer for a host that is not its own",
      request: { path: "/about", headers: { host: "evil.example" } },
      status: 421,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "leaves the origin's paths beside its own to the origin",
      request: { method: "POST", path: "/checkout/basket", body: "{}" },
      status: 200,
      check: (response) => assert.equal(parseUpstreamRequest(response).length, 2),
    },
    {
      it: "never counts what people load",
      request: { path: "/about", headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
      status: 200,
    },
  ],
  "an origin that fails": [
    {
      it: "is a 502 that says so",
      request: { path: "/about", headers: DOWN_HEADERS },
      status: 502,
      ...PROBLEM_RESPONSE,
      headers: { "retry-after": /^\d+$/ },
      check: ({ text }) => (
        assert.equal(JSON.parse(text).code, "origin_unreachable"),
        assert.doesNotMatch(text, /127\.0\.0\.1/)
      ),
    },
    {
      it: "is a page for people",
      request: { path: "/about", headers: { ...DOWN_HEADERS, accept: "text/html,*/*;q=0.8" } },
      status: 502,
      mediaType: "text/html",
      headers: { "content-security-policy": /default-src 'none'/ },
    },
    {
      it: "is a 502 where it never answers",
      request: { path: "/silent" },
      status: 502,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "is a 502 where a short answer ends early",
      request: { path: "/short" },
      status: 502,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "is asked again where it closes a connection that was kept",
      request: async ({ send }) => (await send({ path: "/about" }), { path: "/stale" }),
      status: 200,
      check: ({ text }) => assert.equal(text, "fresh"),
    },
    {
      it: "is asked only once for what may not be repeated",
      request: { method: "POST", path: "/stale", body: "x" },
      status: 200,
    },
    {
      it: "leaves the service in health",
      request: { path: "/.jackfield/healthz", headers: DOWN_HEADERS },
      status: 200,
    },
  ],
  "pages as Markdown": [
    {
      it: "gives a page as Markdown to who would rather have it",
      request: { path: "/about", headers: MARKDOWN_HEADERS },
      ...MARKDOWN_RESPONSE,
      headers: {
        etag: /^"/,
        vary: /accept-encoding, accept/,
        "x-markdown-tokens": /^\d+$/,
        "x-content-type-options": "nosniff",
      },
      check: ({ text, headers }, { urlFor }) => (
        assert.match(text, /^# About us\n/),
        assert.equal(headers["link"], `<${urlFor("/about")}>; rel="canonical"`)
      ),
    },
    {
      it: "keeps the query in the address that it is known by",
      request: { path: "/about?lang=en", headers: MARKDOWN_HEADERS },
      ...MARKDOWN_RESPONSE,
      check: ({ headers }, { urlFor }) =>
        assert.equal(headers["link"], `<${urlFor("/about?lang=en")}>; rel="canonical"`),
    },
    {
      it: "gives the page to a browser",
      request: { path: "/about", headers: { accept: "text/html, */*;q=0.8" } },
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "says for Markdown what the origin says of the page",
      request: { path: "/", headers: MARKDOWN_HEADERS },
      ...MARKDOWN_RESPONSE,
      headers: { "cache-control": "max-age=60" },
    },
    {
      it: "gives the same Markdown when the origin says that the page is as it was",
      request: { path: "/", headers: MARKDOWN_HEADERS },
      ...MARKDOWN_RESPONSE,
      check: async ({ text, headers }, { send }) => {
        const again = await send({ path: "/", headers: MARKDOWN_HEADERS });
        assert.deepEqual([again.text, again.headers["etag"]], [text, headers["etag"]]);
      },
    },
    {
      it: "says with 304 that the Markdown has not changed",
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
      it: "has for Markdown an ETag that the page does not have",
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
      it: "keeps for nobody what a cookie was sent for",
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
      it: "leaves a page to the origin that was asked for with credentials",
      request: { path: "/about", headers: { ...MARKDOWN_HEADERS, authorization: "Bearer x" } },
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "lets the origin's own Markdown win",
      request: { path: "/negotiates", headers: MARKDOWN_HEADERS },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.equal(text, "# The origin's own Markdown\n"),
    },
    {
      it: "gives a picture as it is",
      request: { path: "/picture.png", headers: MARKDOWN_HEADERS },
      status: 200,
      mediaType: "image/png",
    },
    {
      it: "gives the origin's 404 as it is",
      request: { path: "/nothing", headers: MARKDOWN_HEADERS },
      status: 404,
      mediaType: "text/html",
    },
    {
      it: "answers HEAD of a page as Markdown",
      request: { method: "HEAD", path: "/about", headers: MARKDOWN_HEADERS },
      ...MARKDOWN_RESPONSE,
      headers: { "content-length": /^[1-9]/ },
    },
    {
      it: "has a mirror of a page",
      request: { path: "/about.md" },
      ...MARKDOWN_RESPONSE,
      check: async ({ text, headers }, { send, urlFor }) => {
        assert.equal(headers["link"], `<${urlFor("/about")}>; rel="canonical"`);
        assert.equal(text, (await send({ path: "/about", headers: MARKDOWN_HEADERS })).text);
      },
    },
    {
      it: "has a mirror of a folder's page",
      request: { path: "/folder/index.md" },
      ...MARKDOWN_RESPONSE,
    },
    { it: "has a mirror of the front page", request: { path: "/index.md" }, ...MARKDOWN_RESPONSE },
    {
      it: "has a mirror of a page with an ending",
      request: { path: "/old.md" },
      ...MARKDOWN_RESPONSE,
      check: ({ headers }, { urlFor }) =>
        assert.equal(headers["link"], `<${urlFor("/old.html")}>; rel="canonical"`),
    },
    {
      it: "gives the origin's own file before a mirror",
      request: { path: "/readme.md" },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.equal(text, "# The origin's own file\n"),
    },
    {
      it: "has no mirror of what is not there",
      request: { path: "/nothing.md" },
      status: 404,
      headers: { "x-own": "404" },
    },
    {
      it: "counts Markdown like an operation",
      request: () => ({
        path: "/about",
        headers: { ...MARKDOWN_HEADERS, [CLIENT_HEADER]: `front-${Math.random()}` },
      }),
      ...MARKDOWN_RESPONSE,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "keeps nothing that another header than usual has changed, though its ETag says so",
      request: async ({ send }) => {
        await send({ path: "/reflects", headers: { ...MARKDOWN_HEADERS, "x-word": "poison" } });
        return { path: "/reflects", headers: MARKDOWN_HEADERS };
      },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.match(text, /The word is nothing/),
    },
    {
      it: "makes anew what comes with the ETag that another page had",
      request: async ({ send }) => {
        await send({ path: "/reflects", headers: MARKDOWN_HEADERS });
        return { path: "/reflects", headers: { ...MARKDOWN_HEADERS, "x-word": "mine" } };
      },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.match(text, /The word is mine/),
    },
    {
      it: "counts who looks for the Markdown of a page that is not there",
      request: () => ({
        path: "/nothing.md",
        headers: { [CLIENT_HEADER]: `front-${Math.random()}` },
      }),
      status: 404,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "looks for none for a client that has used up its rate",
      request: { path: "/nothing.md", headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
      status: 429,
      ...PROBLEM_RESPONSE,
    },
    {
      it: "makes none for a client that has used up its rate",
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
      it: "changes no byte of a page unless it is told to",
      request: { path: "/about" },
      status: 200,
      check: ({ text }) => assert.doesNotMatch(text, /markdown|For agents/),
    },
    {
      it: "adds to the head where the Markdown is, and nothing else",
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
      it: "has for it an ETag of its own, which is known again",
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
      it: "leaves a picture as it is",
      request: { path: "/picture.png", headers: HINTING_HEADERS },
      status: 200,
      check: ({ bytes }) => assert.equal(bytes.length, 4),
    },
    {
      it: "leaves a page that is packed as it is",
      request: { path: "/gzip", headers: HINTING_HEADERS },
      status: 200,
      check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(GZIPPED_BODY)),
    },
    {
      it: "adds to a page that comes in pieces",
      request: { path: "/pieces", headers: HINTING_HEADERS },
      status: 200,
      check: ({ text }) =>
        assert.match(text, /<head class="a"><link rel="alternate" [^>]+><!--[^>]+--><title>Pieces/),
    },
  ],
  documents: [
    {
      it: "passes on one that is very long",
      request: { path: "/robots.txt", headers: { "x-robots": "long" } },
      status: 200,
      check: ({ bytes }) => assert.equal(bytes.length, 800_000),
    },
    {
      it: "completes the origin's robots.txt, line for line",
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
      it: "lets the origin's sitemap win",
      request: { path: "/sitemap.xml" },
      status: 200,
      check: ({ text }) => assert.match(text, /<loc>http:\/\/[^<]+\/folder\/<\/loc>/),
    },
    {
      it: "lets the origin's support page win",
      request: { path: "/support" },
      status: 200,
      mediaType: "text/html",
      check: ({ text }) => assert.match(text, /The origin&#39;s support|The origin's support/),
    },
    {
      it: "leaves other methods of a document to the origin",
      request: { method: "POST", path: "/support", body: "help" },
      status: 200,
      check: (response) => assert.equal(parseUpstreamRequest(response).length, 4),
    },
    {
      it: "takes no page for llms.txt",
      request: { path: "/llms.txt" },
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.match(text, /^# Front Site\n/),
    },
    {
      it: "has an openapi.json where the origin has none",
      request: { path: "/openapi.json" },
      status: 200,
      mediaType: "application/openapi+json",
    },
    {
      it: "leaves /healthz to the origin",
      request: { path: "/healthz" },
      status: 200,
      check: ({ text }) => assert.equal(text, "the origin's own health"),
    },
    {
      it: "is ready under a path of its own",
      request: { path: "/.jackfield/readyz" },
      status: 200,
      check: ({ text }) => assert.equal(JSON.parse(text).pages, 3),
    },
    {
      it: "has its metrics under a path of its own",
      request: { path: "/.jackfield/metrics" },
      status: 200,
      check: ({ text }) => assert.match(text, /route="\/\*"/),
    },
    {
      it: "describes itself with links that answer",
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
      it: "reads the origin's pages by the site's own address",
      request: ({ urlFor }) => ({
        path: `/agent/read?url=${encodeURIComponent(urlFor("/about"))}`,
      }),
      ...MARKDOWN_RESPONSE,
      check: ({ text }) => assert.match(text, /since before agents/),
    },
    {
      it: "reads a page that no list names",
      request: ({ urlFor }) => ({
        path: `/agent/read?url=${encodeURIComponent(urlFor("/old.html"))}`,
      }),
      ...MARKDOWN_RESPONSE,
    },
    {
      it: "finds the origin's pages",
      request: { path: "/agent/search?q=about" },
      status: 200,
      check: ({ text }, { urlFor }) => assert.ok(text.includes(urlFor("/about")), text),
    },
  ],
};
