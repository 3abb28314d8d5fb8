import assert from "node:assert/strict";
import type { Exchanges } from "../../case.ts";
import { commonPathExchanges } from "./every-surface.ts";

const NOT_FOUND = { status: 404, mediaType: "application/problem+json" } as const;

/** Unknown paths, wrong hosts, and unsupported methods of the operations' paths. */
export const routingExchanges: Exchanges = {
  ...commonPathExchanges,
  "/*": [
    {
      it: "returns a problem for an unknown path, with a hint",
      request: { path: "/no-such-path-zzyzx" },
      ...NOT_FOUND,
      check({ text }) {
        const problem = JSON.parse(text);
        assert.equal(problem.code, "not_found");
        assert.match(problem.hint, /site\.json/);
      },
    },
    {
      it: "returns 404 for an unknown path under /agent/",
      request: { path: "/agent/nothing" },
      ...NOT_FOUND,
      headers: { "access-control-allow-origin": "*" },
    },
    {
      it: "answers HEAD for an unknown path without a body",
      request: { method: "HEAD", path: "/no-such-path-zzyzx" },
      ...NOT_FOUND,
    },
    {
      it: "doesn't collapse repeated slashes at the start of a path",
      request: { path: "//agent/site.json" },
      ...NOT_FOUND,
    },
    {
      it: "doesn't collapse repeated slashes inside a path",
      request: { path: "/agent//site.json" },
      ...NOT_FOUND,
    },
    {
      it: "doesn't ignore a trailing slash",
      request: { path: "/agent/site.json/" },
      ...NOT_FOUND,
    },
    { it: "matches paths case-sensitively", request: { path: "/Agent/Site.json" }, ...NOT_FOUND },
    {
      it: "returns 405 for an unknown method",
      request: { method: "PROPFIND", path: "/agent/site.json" },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "rejects API requests with a wrong host",
      requires: "fixture",
      request: { path: "/agent/site.json", headers: { host: "evil.example" } },
      status: 421,
      mediaType: "application/problem+json",
    },
    {
      it: "rejects page requests with a wrong host",
      requires: "fixture",
      request: { path: "/", headers: { host: "evil.example" } },
      status: 421,
    },
  ],
};
