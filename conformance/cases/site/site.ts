import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import type { CasesOf } from "../../case.ts";
import { assertRetryAfter } from "./rate-limit.ts";

/** Every path of a link answers one of these to a plain GET: /mcp speaks only POST, and operations may need an input. */
const EXPECTED_STATUSES = new Set([200, 308, 400, 405]);

/** What describing the site must do. */
export const siteInfo: CasesOf<"siteInfo"> = [
  { it: "describes the site", input: {}, status: 200 },
  {
    it: "says what the rig was set up with",
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
      for (const { path } of Object.values(table.operations).filter(
        ({ path }) => !path.includes("{"),
      ))
        assert.ok(paths.includes(path), `${path} is not among the links`);
      assert.ok(paths.includes("/mcp"), "/mcp is not among the links");
      for (const { href } of links) assert.equal(new URL(href).origin, new URL(url).origin);
      assert.equal(mcp.url, new URL("/mcp", url).href);
    },
  },
  {
    it: "carries no link that does not answer",
    only: { protocol: "http", reason: "the links are the same by every caller" },
    input: {},
    status: 200,
    async check({ value: { links } }, { send }) {
      for (const { href } of links) {
        const { pathname, search } = new URL(href);
        const { status } = await send({ path: pathname + search });
        assert.ok(EXPECTED_STATUSES.has(status), `${href} answers ${status}`);
      }
    },
  },
  {
    it: "names the tools that the MCP server has",
    input: {},
    status: 200,
    check({ value: { mcp } }) {
      assert.deepEqual(
        [...mcp.tools].sort(),
        Object.values(table.operations)
          .flatMap(({ tool }) => tool?.name ?? [])
          .sort(),
      );
      assert.deepEqual(mcp.protocol_versions.slice(0, 2), ["2026-07-28", "2025-11-25"]);
    },
  },
  {
    it: "says what is not offered and how much may be asked",
    input: {},
    status: 200,
    check({ value: { not_offered, limits } }) {
      const what = not_offered.map((each) => each.what);
      for (const word of ["events", "payment"])
        assert.ok(what.includes(word), `${word} is not among what is not offered`);
      assert.equal(
        limits.search_hits,
        table.operations.searchPages.input.properties["limit"]!["maximum"],
      );
    },
  },
  {
    it: "refuses an input, for it takes none",
    mockSkipReason: "the document can't say that other names are refused",
    input: { ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    input: {},
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "tells nothing of an unexpected fault",
    requires: "fixture",
    fault: 500,
    input: {},
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the pages can't be reached",
    requires: "fixture",
    fault: 503,
    input: {},
    status: 503,
    problem: "unavailable",
  },
];
