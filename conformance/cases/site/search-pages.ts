import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { assertRetryAfter } from "./limiter-outage.ts";

const UNKNOWN_FIELDS_UNDOCUMENTED = "the document can't declare that unknown fields are rejected";

/** Searching pages. */
export const searchPages: CasesOf<"searchPages"> = [
  {
    it: "finds pages by their words",
    input: ({ query }) => ({ q: query }),
    status: 200,
    check({ value: { hits, total, words } }, { info }) {
      assert.ok(hits.length > 0 && total >= hits.length);
      for (const { url, matched } of hits) {
        assert.equal(new URL(url).origin, new URL(info.url).origin);
        for (const word of matched)
          assert.ok(words.includes(word), `${word} isn't a word of the query`);
      }
    },
  },
  {
    it: "lists the matched words of each hit, and counts all hits",
    requires: "fixture",
    input: { q: "Tape Heads!" },
    status: 200,
    check({ value }, { urlFor }) {
      assert.deepEqual(value.words, ["tape", "heads"]);
      assert.equal(value.total, 4);
      assert.deepEqual(
        value.hits.map(({ url, title, matched }) => ({ url, title, matched })),
        [
          {
            url: urlFor("/guide/tape-heads.html"),
            title: "Tape heads",
            matched: ["tape", "heads"],
          },
          {
            url: urlFor("/guide/tape-machines.html"),
            title: "Tape machines",
            matched: ["tape", "heads"],
          },
          { url: urlFor("/guide/"), title: "Guide", matched: ["tape", "heads"] },
          {
            url: urlFor("/guide/long-session-log.html"),
            title: "Long session log",
            matched: ["tape"],
          },
        ],
      );
    },
  },
  {
    it: "ranks hits by the words in their paths, titles and texts",
    requires: "fixture",
    input: { q: "guide notes tape" },
    status: 200,
    check({ value: { hits } }) {
      const paths = hits.map(({ url }) => decodeURIComponent(new URL(url).pathname));
      assert.deepEqual(paths, [
        "/guide/tape-heads.html",
        "/guide/tape-machines.html",
        "/guide/",
        "/guide/long-session-log.html",
        "/notes/plain-words.md",
        "/notes/ünder-the-desk.html",
        "/",
      ]);
    },
  },
  {
    it: "finds pages by their text, in a question, with a snippet",
    requires: "fixture",
    input: { q: "What do I clean the heads with?" },
    status: 200,
    check({ value: { words, hits } }, { urlFor }) {
      assert.deepEqual(words, ["clean", "heads"]);
      assert.equal(hits[0]!.url, urlFor("/guide/tape-heads.html"));
      assert.equal(hits[0]!.snippet, "Tape heads Clean them with isopropyl alcohol.");
    },
  },
  {
    it: "returns the same hits in the same order each time",
    input: ({ query }) => ({ q: query }),
    status: 200,
    check: ({ value }, { results }) =>
      assert.deepEqual(
        value.hits.map(({ url }) => url),
        results.hits.map(({ url }) => url),
      ),
  },
  {
    it: "ignores case, punctuation and Unicode normalization",
    requires: "fixture",
    input: { q: "  U\u0308NDER, (desk) " },
    status: 200,
    output: { words: ["ünder", "desk"], total: 1 },
  },
  {
    it: "treats singular and plural as one word",
    requires: "fixture",
    input: { q: "tapes tape heads" },
    status: 200,
    check: ({ value }) => assert.equal(value.hits[0]!.matched.length, 2),
  },
  {
    it: "returns an empty list for words that no page contains",
    input: { q: "zzyzx-qwvx" },
    status: 200,
    output: { total: 0, hits: [] },
  },
  {
    it: "returns an empty list for a query of only punctuation",
    input: { q: "?!" },
    status: 200,
    output: { words: [], total: 0, hits: [] },
  },
  {
    it: "returns at most limit hits",
    input: ({ query }) => ({ q: query, limit: 1 }),
    status: 200,
    check: ({ value }, { results }) => {
      assert.equal(value.hits.length, 1);
      assert.equal(value.total, results.total);
    },
  },
  { it: "accepts a limit of 50", input: ({ query }) => ({ q: query, limit: 50 }), status: 200 },
  {
    it: "accepts a query of 400 characters, regardless of their size in bytes",
    input: { q: "\u{1f3a7}".repeat(400) },
    status: 200,
  },
  { it: "rejects an empty query", input: { q: "" }, status: 400, problem: "invalid_input" },
  {
    it: "rejects a missing query and points to it",
    input: {},
    status: 400,
    problem: "invalid_input",
    check: ({ value }) =>
      assert.deepEqual(
        (value as any).errors.map((each: any) => each.pointer),
        ["/q"],
      ),
  },
  {
    it: "rejects a query of 401 characters",
    input: { q: "a".repeat(401) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a limit of 51 and states the maximum",
    input: { q: "a", limit: 51 },
    status: 400,
    problem: "invalid_input",
    check({ value }) {
      const [error] = (value as any).errors;
      assert.equal(error.pointer, "/limit");
      assert.match(error.detail, /50/);
    },
  },
  {
    it: "rejects a limit of 0",
    input: { q: "a", limit: 0 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a negative limit",
    input: { q: "a", limit: -1 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a fractional limit",
    input: { q: "a", limit: 1.5 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a limit that isn't a number",
    input: { q: "a", limit: "many" },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "points to every invalid field",
    input: { q: "", limit: 51 },
    status: 400,
    problem: "invalid_input",
    check: ({ value }) =>
      assert.deepEqual((value as any).errors.map((each: any) => each.pointer).sort(), [
        "/limit",
        "/q",
      ]),
  },
  {
    it: "rejects an unknown field",
    mockSkipReason: UNKNOWN_FIELDS_UNDOCUMENTED,
    input: { q: "a", ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: ({ value }) => assert.equal((value as any).errors[0].pointer, "/color"),
  },
  {
    it: "rejects a repeated query parameter",
    mockSkipReason: "Prism takes the first of several values",
    input: { q: ["a", "b"] },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    input: { q: "tape" },
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "reveals nothing about an unexpected error",
    requires: "fixture",
    fault: 500,
    input: { q: "tape" },
    status: 500,
    problem: "internal",
  },
  {
    it: "returns 503 while the pages are unavailable",
    requires: "fixture",
    fault: 503,
    input: { q: "tape" },
    status: 503,
    problem: "unavailable",
  },
];
