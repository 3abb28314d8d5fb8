import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import type { CasesOf } from "../../case.ts";
import { assertRetryAfter } from "./limiter-outage.ts";
import { offeredOperations, offeredTools } from "./offered-operations.ts";

/**
 * The statuses that a GET of a link may have. `/mcp` supports only POST, and operations may need
 * input.
 */
const EXPECTED_STATUSES = new Set([200, 308, 400, 405]);

/** Describing the site. */
export const siteInfo: CasesOf<"siteInfo"> = [
  { it: "describes the site", input: {}, status: 200 },
  {
    it: "returns the configured name, description and contact",
    requires: "fixture",
    input: {},
    status: 200,
    output: {
      name: "Fixture Site",
      description: "A handful of pages that the conformance suite knows by heart.",
      pages: 7,
    },
    check: ({ value }) => assert.equal(value.support.contact, "support@fixture.example"),
  },
  {
    it: "links to every operation and to the MCP server",
    input: {},
    status: 200,
    check({ value: { links, url, mcp } }) {
      const paths = links.map(({ href }) => new URL(href).pathname);
      for (const { path } of offeredOperations({ links }).filter(({ path }) => !path.includes("{")))
        assert.ok(paths.includes(path), `${path} is missing in the links`);
      assert.ok(paths.includes("/mcp"), "/mcp is missing in the links");
      for (const { href } of links) assert.equal(new URL(href).origin, new URL(url).origin);
      assert.equal(mcp.url, new URL("/mcp", url).href);
    },
  },
  {
    it: "contains no broken links",
    only: { protocol: "http", reason: "every caller receives the same links" },
    input: {},
    status: 200,
    async check({ value: { links } }, { send }) {
      for (const { href } of links) {
        const { pathname, search } = new URL(href);
        const { status } = await send({ path: pathname + search });
        assert.ok(EXPECTED_STATUSES.has(status), `${href} returns ${status}`);
      }
    },
  },
  {
    it: "lists the tools of the MCP server",
    input: {},
    status: 200,
    check({ value: { mcp, links } }) {
      assert.deepEqual([...mcp.tools].sort(), offeredTools({ links }));
      assert.deepEqual(mcp.protocol_versions.slice(0, 2), ["2026-07-28", "2025-11-25"]);
    },
  },
  {
    it: "lists unsupported features and limits",
    input: {},
    status: 200,
    check({ value: { not_offered, limits } }) {
      const what = not_offered.map((each) => each.what);
      for (const word of ["events", "payment"])
        assert.ok(what.includes(word), `${word} is missing in not_offered`);
      assert.equal(
        limits.search_hits,
        table.operations.searchPages.input.properties["limit"]!["maximum"],
      );
    },
  },
  {
    it: "rejects unknown fields",
    mockSkipReason: "the document can't declare that unknown fields are rejected",
    input: { ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    input: {},
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "reveals nothing about an unexpected error",
    requires: "fixture",
    fault: 500,
    input: {},
    status: 500,
    problem: "internal",
  },
  {
    it: "returns 503 while the pages are unavailable",
    requires: "fixture",
    fault: 503,
    input: {},
    status: 503,
    problem: "unavailable",
  },
];
