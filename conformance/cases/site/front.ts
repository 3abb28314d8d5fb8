import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Exchange, Exchanges } from "../../case.ts";
import { ORIGIN_HEADER } from "../../rig/front.ts";
import { BIG, CODED } from "../../rig/origin.ts";
import { CLIENT_HEADER, SPENT } from "../../rig/rate.ts";
import type { Answered } from "../../targets/target.ts";

const MARKDOWN = { accept: "text/markdown" };
const DOWN = { [ORIGIN_HEADER]: "down" };
const HINTING = {
  [ORIGIN_HEADER]: "hinting",
  accept: "text/html,*/*;q=0.8",
  "accept-encoding": "gzip",
};
const isMarkdown = { status: 200, mediaType: "text/markdown" } as const;
const isProblem = { mediaType: "application/problem+json" } as const;

/** What reached the origin. */
const seen = ({ text }: Answered) =>
  JSON.parse(text) as {
    method: string;
    url: string;
    headers: Record<string, string>;
    length: number;
    hash: string;
  };
const hashOf = (body: string | Uint8Array) => createHash("sha256").update(body).digest("hex");
const upload = "x".repeat(300_000);

/** Methods and bodies reach the origin as they are. */
const method = (name: string, body?: string): Exchange => ({
  it: `passes ${name} on${body ? ", with its body" : ""}`,
  ask: {
    method: name,
    path: "/echo?a=%20b&a=2",
    ...(body && { body }),
    headers: { "x-own": "1", ...(body && { "content-type": "text/plain" }) },
  },
  status: 200,
  check(answer) {
    const { method, url, headers, length, hash } = seen(answer);
    assert.deepEqual(
      [method, url, headers["x-own"], length],
      [name, "/echo?a=%20b&a=2", "1", body?.length ?? 0],
    );
    if (body) assert.equal(hash, hashOf(body));
  },
});

const redirect = (
  path: string,
  it: string,
  status: number,
  location: string | ((origin: string) => string),
): Exchange => ({
  it,
  ask: { path },
  status,
  check: ({ headers }, { at }) =>
    assert.equal(
      headers["location"],
      typeof location === "string" ? location : location(at("").replace(/\/$/, "")),
    ),
});

/** What holds where the service stands in front of a site (rig/origin.ts). */
export const frontExchanges: Exchanges = {
  "passed on": [
    {
      it: "gives the origin's page as it is, with what there is for agents in its headers",
      ask: { path: "/about" },
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
    method("POST", "hello"),
    method("PUT", upload),
    method("PATCH", "{}"),
    method("DELETE"),
    method("OPTIONS"),
    method("PROPFIND"),
    {
      it: "passes HEAD on",
      ask: { method: "HEAD", path: "/big" },
      status: 200,
      headers: { "content-length": "1000000", "accept-ranges": "bytes" },
    },
    {
      it: "gives a megabyte to the byte",
      ask: { path: "/big" },
      status: 200,
      check: ({ bytes }) => assert.equal(hashOf(bytes), hashOf(BIG)),
    },
    {
      it: "gives a range as the origin has it",
      ask: { path: "/big", headers: { range: "bytes=10-19" } },
      status: 206,
      headers: { "content-range": "bytes 10-19/1000000" },
      check: ({ bytes }) => assert.deepEqual([...bytes], [...BIG.subarray(10, 20)]),
    },
    {
      it: "gives what comes in chunks, without trailers",
      ask: { path: "/chunks" },
      status: 200,
      check: ({ text, headers }) =>
        assert.deepEqual([text, headers["trailer"]], ["one two three", undefined]),
    },
    {
      it: "unpacks nothing",
      ask: { path: "/gzip", headers: { "accept-encoding": "gzip" } },
      status: 200,
      headers: { "content-encoding": "gzip" },
      check: ({ bytes }) => assert.equal(hashOf(bytes), hashOf(CODED)),
    },
    {
      it: "keeps several cookies apart, and takes those of the client along",
      ask: { path: "/private", headers: { cookie: "who=me; x=1" } },
      status: 200,
      headers: { "set-cookie": "a=1; Path=/, b=2; Path=/; HttpOnly" },
      check: ({ text }) => assert.match(text, /For who=me; x=1\./),
    },
    {
      it: "says with the origin that nothing has changed",
      ask: async ({ ask }) => ({
        path: "/",
        headers: { "if-none-match": (await ask({ path: "/" })).headers["etag"]! },
      }),
      status: 304,
    },
    {
      it: "gives the origin's own 404",
      ask: { path: "/nothing/here" },
      status: 404,
      mediaType: "text/html",
      headers: { "x-own": "404" },
      check: ({ headers }) => assert.equal(headers["link"], undefined),
    },
    {
      it: "takes a status that HTTP does not have for no answer",
      ask: { path: "/odd" },
      status: 502,
      ...isProblem,
    },
    {
      it: "gives the origin's own failure",
      ask: { path: "/unready" },
      status: 503,
      headers: { "retry-after": "7" },
    },
    {
      it: "takes repeated slashes for the origin's affair",
      ask: { path: "/double//slash" },
      status: 404,
      headers: { "x-own": "404" },
    },
    redirect(
      "/moved",
      "leads to the public address where the origin names its own",
      302,
      (origin) => `${origin}/about?a=1`,
    ),
    redirect(
      "/moved-away",
      "leaves other addresses as they are",
      302,
      "https://elsewhere.example/about",
    ),
    redirect("/moved-here", "leaves a path as it is", 301, "/about"),
    {
      it: "does not take a longer port for the origin's",
      ask: { path: "/moved-lookalike" },
      status: 302,
      headers: { location: /127\.0\.0\.1:\d+0\/about$/ },
    },
    {
      it: "keeps what belongs to the connection",
      ask: { path: "/hop" },
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
      ask: {
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
      check(answer, { at }) {
        const { headers } = seen(answer);
        const { host, protocol } = new URL(at("/"));
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
      ask: {
        path: "/echo",
        headers: {
          connection: "keep-alive, x-secret",
          "x-secret": "1",
          te: "trailers",
          "proxy-authorization": "Basic eDp5",
        },
      },
      status: 200,
      check(answer) {
        const { headers } = seen(answer);
        assert.deepEqual(
          [headers["x-secret"], headers["te"], headers["proxy-authorization"]],
          [undefined, undefined, undefined],
        );
      },
    },
    {
      it: "refuses a WebSocket, and says so",
      ask: {
        path: "/echo",
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      },
      status: 501,
      ...isProblem,
      check: ({ text }) => assert.equal(JSON.parse(text).code, "not_implemented"),
    },
    {
      it: "does not answer for a host that is not its own",
      ask: { path: "/about", headers: { host: "evil.example" } },
      status: 421,
      ...isProblem,
    },
    {
      it: "leaves the origin's paths beside its own to the origin",
      ask: { method: "POST", path: "/checkout/basket", body: "{}" },
      status: 200,
      check: (answer) => assert.equal(seen(answer).length, 2),
    },
    {
      it: "never counts what people load",
      ask: { path: "/about", headers: { [CLIENT_HEADER]: SPENT } },
      status: 200,
    },
  ],
  "an origin that fails": [
    {
      it: "is a 502 that says so",
      ask: { path: "/about", headers: DOWN },
      status: 502,
      ...isProblem,
      headers: { "retry-after": /^\d+$/ },
      check: ({ text }) => (
        assert.equal(JSON.parse(text).code, "origin_unreachable"),
        assert.doesNotMatch(text, /127\.0\.0\.1/)
      ),
    },
    {
      it: "is a page for people",
      ask: { path: "/about", headers: { ...DOWN, accept: "text/html,*/*;q=0.8" } },
      status: 502,
      mediaType: "text/html",
      headers: { "content-security-policy": /default-src 'none'/ },
    },
    { it: "is a 502 where it never answers", ask: { path: "/silent" }, status: 502, ...isProblem },
    {
      it: "is a 502 where a short answer ends early",
      ask: { path: "/short" },
      status: 502,
      ...isProblem,
    },
    {
      it: "is asked again where it closes a connection that was kept",
      ask: async ({ ask }) => (await ask({ path: "/about" }), { path: "/stale" }),
      status: 200,
      check: ({ text }) => assert.equal(text, "fresh"),
    },
    {
      it: "is asked only once for what may not be repeated",
      ask: { method: "POST", path: "/stale", body: "x" },
      status: 200,
    },
    {
      it: "leaves the service in health",
      ask: { path: "/.jackfield/healthz", headers: DOWN },
      status: 200,
    },
  ],
  "pages as Markdown": [
    {
      it: "gives a page as Markdown to who would rather have it",
      ask: { path: "/about", headers: MARKDOWN },
      ...isMarkdown,
      headers: {
        etag: /^"/,
        vary: /accept-encoding, accept/,
        "x-markdown-tokens": /^\d+$/,
        "x-content-type-options": "nosniff",
      },
      check: ({ text, headers }, { at }) => (
        assert.match(text, /^# About us\n/),
        assert.equal(headers["link"], `<${at("/about")}>; rel="canonical"`)
      ),
    },
    {
      it: "keeps the query in the address that it is known by",
      ask: { path: "/about?lang=en", headers: MARKDOWN },
      ...isMarkdown,
      check: ({ headers }, { at }) =>
        assert.equal(headers["link"], `<${at("/about?lang=en")}>; rel="canonical"`),
    },
    {
      it: "gives the page to a browser",
      ask: { path: "/about", headers: { accept: "text/html, */*;q=0.8" } },
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "says for Markdown what the origin says of the page",
      ask: { path: "/", headers: MARKDOWN },
      ...isMarkdown,
      headers: { "cache-control": "max-age=60" },
    },
    {
      it: "gives the same Markdown when the origin says that the page is as it was",
      ask: { path: "/", headers: MARKDOWN },
      ...isMarkdown,
      check: async ({ text, headers }, { ask }) => {
        const again = await ask({ path: "/", headers: MARKDOWN });
        assert.deepEqual([again.text, again.headers["etag"]], [text, headers["etag"]]);
      },
    },
    {
      it: "says with 304 that the Markdown has not changed",
      ask: async ({ ask }) => ({
        path: "/",
        headers: {
          ...MARKDOWN,
          "if-none-match": (await ask({ path: "/", headers: MARKDOWN })).headers["etag"]!,
        },
      }),
      status: 304,
      headers: { etag: /^"/ },
    },
    {
      it: "has for Markdown an ETag that the page does not have",
      ask: async ({ ask }) => ({
        path: "/",
        headers: {
          "if-none-match": (await ask({ path: "/", headers: MARKDOWN })).headers["etag"]!,
        },
      }),
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "keeps for nobody what a cookie was sent for",
      ask: { path: "/private", headers: { ...MARKDOWN, cookie: "who=me" } },
      ...isMarkdown,
      headers: { "cache-control": "private, no-store", "set-cookie": /a=1.*b=2/ },
      check: async ({ text }, { ask }) => {
        assert.match(text, /For who=me/);
        assert.match(
          (await ask({ path: "/private", headers: { ...MARKDOWN, cookie: "who=you" } })).text,
          /For who=you/,
        );
        assert.match((await ask({ path: "/private", headers: MARKDOWN })).text, /For nobody/);
      },
    },
    {
      it: "leaves a page to the origin that was asked for with credentials",
      ask: { path: "/about", headers: { ...MARKDOWN, authorization: "Bearer x" } },
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "lets the origin's own Markdown win",
      ask: { path: "/negotiates", headers: MARKDOWN },
      ...isMarkdown,
      check: ({ text }) => assert.equal(text, "# The origin's own Markdown\n"),
    },
    {
      it: "gives a picture as it is",
      ask: { path: "/picture.png", headers: MARKDOWN },
      status: 200,
      mediaType: "image/png",
    },
    {
      it: "gives the origin's 404 as it is",
      ask: { path: "/nothing", headers: MARKDOWN },
      status: 404,
      mediaType: "text/html",
    },
    {
      it: "answers HEAD of a page as Markdown",
      ask: { method: "HEAD", path: "/about", headers: MARKDOWN },
      ...isMarkdown,
      headers: { "content-length": /^[1-9]/ },
    },
    {
      it: "has a mirror of a page",
      ask: { path: "/about.md" },
      ...isMarkdown,
      check: async ({ text, headers }, { ask, at }) => {
        assert.equal(headers["link"], `<${at("/about")}>; rel="canonical"`);
        assert.equal(text, (await ask({ path: "/about", headers: MARKDOWN })).text);
      },
    },
    { it: "has a mirror of a folder's page", ask: { path: "/folder/index.md" }, ...isMarkdown },
    { it: "has a mirror of the front page", ask: { path: "/index.md" }, ...isMarkdown },
    {
      it: "has a mirror of a page with an ending",
      ask: { path: "/old.md" },
      ...isMarkdown,
      check: ({ headers }, { at }) =>
        assert.equal(headers["link"], `<${at("/old.html")}>; rel="canonical"`),
    },
    {
      it: "gives the origin's own file before a mirror",
      ask: { path: "/readme.md" },
      ...isMarkdown,
      check: ({ text }) => assert.equal(text, "# The origin's own file\n"),
    },
    {
      it: "has no mirror of what is not there",
      ask: { path: "/nothing.md" },
      status: 404,
      headers: { "x-own": "404" },
    },
    {
      it: "counts Markdown like an operation",
      ask: () => ({
        path: "/about",
        headers: { ...MARKDOWN, [CLIENT_HEADER]: `front-${Math.random()}` },
      }),
      ...isMarkdown,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "keeps nothing that another header than usual has changed, though its ETag says so",
      ask: async ({ ask }) => {
        await ask({ path: "/reflects", headers: { ...MARKDOWN, "x-word": "poison" } });
        return { path: "/reflects", headers: MARKDOWN };
      },
      ...isMarkdown,
      check: ({ text }) => assert.match(text, /The word is nothing/),
    },
    {
      it: "makes anew what comes with the ETag that another page had",
      ask: async ({ ask }) => {
        await ask({ path: "/reflects", headers: MARKDOWN });
        return { path: "/reflects", headers: { ...MARKDOWN, "x-word": "mine" } };
      },
      ...isMarkdown,
      check: ({ text }) => assert.match(text, /The word is mine/),
    },
    {
      it: "counts who looks for the Markdown of a page that is not there",
      ask: () => ({ path: "/nothing.md", headers: { [CLIENT_HEADER]: `front-${Math.random()}` } }),
      status: 404,
      headers: { ratelimit: '"client";r=19;t=1' },
    },
    {
      it: "looks for none for a client that has used up its rate",
      ask: { path: "/nothing.md", headers: { [CLIENT_HEADER]: SPENT } },
      status: 429,
      ...isProblem,
    },
    {
      it: "makes none for a client that has used up its rate",
      ask: { path: "/about", headers: { ...MARKDOWN, [CLIENT_HEADER]: SPENT } },
      status: 429,
      ...isProblem,
    },
  ],
  "hints in HTML": [
    {
      it: "changes no byte of a page unless it is told to",
      ask: { path: "/about" },
      status: 200,
      check: ({ text }) => assert.doesNotMatch(text, /markdown|For agents/),
    },
    {
      it: "adds to the head where the Markdown is, and nothing else",
      ask: { path: "/about?a=1", headers: HINTING },
      status: 200,
      mediaType: "text/html",
      check: async ({ text }, { ask }) => {
        const added =
          /<link rel="alternate" type="text\/markdown" href="\/about\.md\?a=1"><!-- For agents: [^>]*-->/;
        assert.match(text, added);
        assert.equal(text.replace(added, ""), (await ask({ path: "/about" })).text);
      },
    },
    {
      it: "has for it an ETag of its own, which is known again",
      ask: async ({ ask }) => ({
        path: "/",
        headers: {
          ...HINTING,
          "if-none-match": (await ask({ path: "/", headers: HINTING })).headers["etag"]!,
        },
      }),
      status: 304,
      headers: { etag: /\+hints"$/ },
    },
    {
      it: "leaves a picture as it is",
      ask: { path: "/picture.png", headers: HINTING },
      status: 200,
      check: ({ bytes }) => assert.equal(bytes.length, 4),
    },
    {
      it: "leaves a page that is packed as it is",
      ask: { path: "/gzip", headers: HINTING },
      status: 200,
      check: ({ bytes }) => assert.equal(hashOf(bytes), hashOf(CODED)),
    },
    {
      it: "adds to a page that comes in pieces",
      ask: { path: "/pieces", headers: HINTING },
      status: 200,
      check: ({ text }) =>
        assert.match(text, /<head class="a"><link rel="alternate" [^>]+><!--[^>]+--><title>Pieces/),
    },
  ],
  documents: [
    {
      it: "passes on one that is very long",
      ask: { path: "/robots.txt", headers: { "x-robots": "long" } },
      status: 200,
      check: ({ bytes }) => assert.equal(bytes.length, 800_000),
    },
    {
      it: "completes the origin's robots.txt, line for line",
      ask: { path: "/robots.txt" },
      status: 200,
      mediaType: "text/plain",
      check: ({ text }, { at }) =>
        assert.equal(text, `User-agent: *\nDisallow: /cart\n\nSitemap: ${at("/sitemap.xml")}\n`),
    },
    {
      it: "lets the origin's sitemap win",
      ask: { path: "/sitemap.xml" },
      status: 200,
      check: ({ text }) => assert.match(text, /<loc>http:\/\/[^<]+\/folder\/<\/loc>/),
    },
    {
      it: "lets the origin's support page win",
      ask: { path: "/support" },
      status: 200,
      mediaType: "text/html",
      check: ({ text }) => assert.match(text, /The origin&#39;s support|The origin's support/),
    },
    {
      it: "leaves other methods of a document to the origin",
      ask: { method: "POST", path: "/support", body: "help" },
      status: 200,
      check: (answer) => assert.equal(seen(answer).length, 4),
    },
    {
      it: "takes no page for llms.txt",
      ask: { path: "/llms.txt" },
      ...isMarkdown,
      check: ({ text }) => assert.match(text, /^# Front Site\n/),
    },
    {
      it: "has an openapi.json where the origin has none",
      ask: { path: "/openapi.json" },
      status: 200,
      mediaType: "application/openapi+json",
    },
    {
      it: "leaves /healthz to the origin",
      ask: { path: "/healthz" },
      status: 200,
      check: ({ text }) => assert.equal(text, "the origin's own health"),
    },
    {
      it: "is ready under a path of its own",
      ask: { path: "/.jackfield/readyz" },
      status: 200,
      check: ({ text }) => assert.equal(JSON.parse(text).pages, 3),
    },
    {
      it: "has its metrics under a path of its own",
      ask: { path: "/.jackfield/metrics" },
      status: 200,
      check: ({ text }) => assert.match(text, /route="\/\*"/),
    },
    {
      it: "describes itself with links that answer",
      ask: { path: "/agent/site.json" },
      status: 200,
      check: async ({ text }, { ask }) => {
        for (const { href } of JSON.parse(text).links) {
          const { pathname } = new URL(href);
          assert.ok([200, 400, 405].includes((await ask({ path: pathname })).status), href);
        }
      },
    },
    {
      it: "reads the origin's pages by the site's own address",
      ask: ({ at }) => ({ path: `/agent/read?url=${encodeURIComponent(at("/about"))}` }),
      ...isMarkdown,
      check: ({ text }) => assert.match(text, /since before agents/),
    },
    {
      it: "reads a page that no list names",
      ask: ({ at }) => ({ path: `/agent/read?url=${encodeURIComponent(at("/old.html"))}` }),
      ...isMarkdown,
    },
    {
      it: "finds the origin's pages",
      ask: { path: "/agent/search?q=about" },
      status: 200,
      check: ({ text }, { at }) => assert.ok(text.includes(at("/about")), text),
    },
  ],
};
