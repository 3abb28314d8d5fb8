import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { table } from "../../../generated/site/operations.ts";
import type { Exchanges } from "../../case.ts";

const publishedDocument = JSON.parse(
  readFileSync(new URL("../../../generated/site/openapi.json", import.meta.url), "utf8"),
);

/** The contents of the generated documents. */
export const documentExchanges: Exchanges = {
  "/openapi.json": [
    {
      it: "is the published document with this site as its server",
      request: { path: "/openapi.json" },
      status: 200,
      headers: { "access-control-allow-origin": "*" },
      check({ text }, { info }) {
        const { servers, ...rest } = JSON.parse(text);
        assert.deepEqual(rest, withoutServers(publishedDocument));
        assert.equal(new URL(servers[0].url).origin, new URL(info.url).origin);
      },
    },
  ],
  "/support": [
    {
      it: "names the contact for help and removals, and contains no script",
      requires: "fixture",
      request: { path: "/support" },
      status: 200,
      headers: {
        "content-security-policy": /default-src 'none'/,
        "referrer-policy": "no-referrer",
      },
      check({ text }) {
        assert.match(text, /mailto:support@fixture\.example/);
        assert.match(text, /removed/);
        assert.doesNotMatch(text, /<script/);
      },
    },
  ],
  "/healthz": [
    {
      it: "forbids caching",
      request: { path: "/healthz" },
      status: 200,
      headers: { "cache-control": "no-store" },
    },
    {
      it: "returns 200 even while the pages are unavailable",
      requires: "fixture",
      request: { path: "/healthz", headers: { "fixture-fault": "503" } },
      status: 200,
    },
  ],
  "/readyz": [
    {
      it: "returns 503 while the pages are unavailable",
      requires: "fixture",
      request: { path: "/readyz", headers: { "fixture-fault": "503" } },
      status: 503,
      mediaType: "application/problem+json",
      headers: { "retry-after": /^\d+$/ },
    },
    {
      it: "reveals nothing about an unexpected error",
      requires: "fixture",
      request: { path: "/readyz", headers: { "fixture-fault": "500" } },
      status: 500,
      mediaType: "application/problem+json",
    },
  ],
  [table.operations.siteInfo.path]: [
    {
      it: "answers HEAD with the length and no body",
      request: { method: "HEAD", path: table.operations.siteInfo.path },
      status: 200,
      mediaType: "application/json",
      headers: { "content-length": /^[1-9]\d+$/ },
    },
  ],
};

function withoutServers({ servers: _, ...rest }: Record<string, unknown>) {
  return rest;
}
