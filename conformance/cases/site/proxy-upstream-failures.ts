import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Exchange } from "../../case.ts";
import { UPSTREAM_HEADER } from "../../fixtures/proxy.ts";
import { GZIPPED_BODY } from "../../fixtures/upstream-responders.ts";
import type { TestResponse } from "../../targets/target.ts";

/** Parses the response of the upstream's echo path: the request that reached the upstream. */
export const parseUpstreamRequest = ({ text }: TestResponse) =>
  JSON.parse(text) as {
    method: string;
    url: string;
    headers: Record<string, string>;
    length: number;
    hash: string;
  };

/** Returns the SHA-256 digest of a body in hex. */
export const sha256Hex = (body: string | Uint8Array) =>
  createHash("sha256").update(body).digest("hex");

const HINTING_HEADERS = {
  [UPSTREAM_HEADER]: "html-hints",
  accept: "text/html,*/*;q=0.8",
  "accept-encoding": "gzip",
};

/** Hints for agents in the HTML of the upstream. */
export const hintExchanges: readonly [Exchange, ...Exchange[]] = [
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
];

const DOWN_HEADERS = { [UPSTREAM_HEADER]: "down" };
const PROBLEM_RESPONSE = { mediaType: "application/problem+json" } as const;

/** Failures of the upstream. */
export const upstreamFailureExchanges: readonly [Exchange, ...Exchange[]] = [
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
];
