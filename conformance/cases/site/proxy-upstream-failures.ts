import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { UPSTREAM_HEADER } from "../../fixtures/proxy.ts";

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
