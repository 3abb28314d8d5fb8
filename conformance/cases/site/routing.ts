import assert from "node:assert/strict";
import type { Exchanges } from "../../case.ts";
import { commonPathExchanges } from "./every-surface.ts";

const NOT_FOUND = { status: 404, mediaType: "application/problem+json" } as const;

/** Paths that lead nowhere, hosts that are not ours, and the operations' paths by other methods. */
export const routingExchanges: Exchanges = {
  ...commonPathExchanges,
  "/*": [
    {
      it: "answers an unknown path with a problem that says where to look",
      request: { path: "/no-such-path-zzyzx" },
      ...NOT_FOUND,
      check({ text }) {
        const problem = JSON.parse(text);
        assert.equal(problem.code, "not_found");
        assert.match(problem.hint, /site\.json/);
      },
    },
    {
      it: "knows no path under /agent/ but its own",
      request: { path: "/agent/nothing" },
      ...NOT_FOUND,
      headers: { "access-control-allow-origin": "*" },
    },
    {
      it: "answers HEAD of an unknown path without a body",
      request: { method: "HEAD", path: "/no-such-path-zzyzx" },
      ...NOT_FOUND,
    },
    {
      it: "takes repeated slashes for another path",
      request: { path: "//agent/site.json" },
      ...NOT_FOUND,
    },
    {
      it: "takes repeated slashes inside for another path",
      request: { path: "/agent//site.json" },
      ...NOT_FOUND,
    },
    {
      it: "takes a slash at the end for another path",
      request: { path: "/agent/site.json/" },
      ...NOT_FOUND,
    },
    { it: "minds the case of a path", request: { path: "/Agent/Site.json" }, ...NOT_FOUND },
    {
      it: "does not take an unknown method",
      request: { method: "PROPFIND", path: "/agent/site.json" },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "does not answer for a host that is not its own",
      requires: "fixture",
      request: { path: "/agent/site.json", headers: { host: "evil.example" } },
      status: 421,
      mediaType: "application/problem+json",
    },
    {
      it: "shows its pages for no host but its own",
      requires: "fixture",
      request: { path: "/", headers: { host: "evil.example" } },
      status: 421,
    },
  ],
};
