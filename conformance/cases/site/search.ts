import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { assertRetryAfter } from "./rate-limit.ts";

const EXTRA_NAMES_UNDOCUMENTED = "the document can't say that other names are refused";

/** What searching must do. */
export const searchPages: CasesOf<"searchPages"> = [
  {
    it: "finds pages by words of their paths",
    input: ({ query }) => ({ q: query }),
    status: 200,
    check({ value: { hits, total, words } }, { info }) {
      assert.ok(hits.length > 0 && total >= hits.length);
      for (const { url, matched } of hits) {
        assert.equal(new URL(url).origin, new URL(info.url).origin);
        for (const word of matched) assert.ok(words.includes(word), `${word} was not looked for`);
      }
    },
  },
  {
    it: "says which words each hit has, and counts them all",
    requires: "fixture",
    input: { q: "Tape Heads!" },
    status: 200,
    check({ value }, { urlFor }) {
      assert.deepEqual(value.words, ["tape", "heads"]);
      assert.equal(value.total, 2);
      assert.deepEqual(
        value.hits.map(({ url, title, matched }) => ({ url, title, matched })),
        [
          {
            url: urlFor("/guide/tape-heads.html"),
            title: "Tape heads",
            matched: ["tape", "heads"],
          },
          { url: urlFor("/guide/tape-machines.html"), title: "Tape machines", matched: ["tape"] },
        ],
      );
    },
  },
  {
    it: "puts the rarest words first, then the shortest path, then the alphabet",
    requires: "fixture",
    input: { q: "guide notes tape" },
    status: 200,
    check({ value: { hits } }) {
      const paths = hits.map(({ url }) => decodeURIComponent(new URL(url).pathname));
      assert.deepEqual(paths, [
        "/guide/tape-heads.html",
        "/guide/tape-machines.html",
        "/notes/plain-words.md",
        "/notes/ünder-the-desk.html",
        "/guide/",
        "/guide/long-session-log.html",
      ]);
    },
  },
  {
    it: "gives the same hits in the same order each time",
    input: ({ query }) => ({ q: query }),
    status: 200,
    check: ({ value }, { results }) =>
      assert.deepEqual(
        value.hits.map(({ url }) => url),
        results.hits.map(({ url }) => url),
      ),
  },
  {
    it: "minds neither case nor punctuation nor the composition of accents",
    requires: "fixture",
    input: { q: "  U\u0308NDER, (desk) " },
    status: 200,
    output: { words: ["ünder", "desk"], total: 1 },
  },
  {
    it: "takes singular and plural for one word of the query",
    requires: "fixture",
    input: { q: "tapes tape heads" },
    status: 200,
    check: ({ value }) => assert.equal(value.hits[0]!.matched.length, 2),
  },
  {
    it: "finds nothing, and says so, for words that no path has",
    input: { q: "zzyzx-qwvx-nothing" },
    status: 200,
    output: { total: 0, hits: [] },
  },
  {
    it: "finds nothing for punctuation alone",
    input: { q: "?!" },
    status: 200,
    output: { words: [], total: 0, hits: [] },
  },
  {
    it: "returns at most as many hits as asked for",
    input: ({ query }) => ({ q: query, limit: 1 }),
    status: 200,
    check: ({ value }, { results }) => {
      assert.equal(value.hits.length, 1);
      assert.equal(value.total, results.total);
    },
  },
  { it: "takes a limit of fifty", input: ({ query }) => ({ q: query, limit: 50 }), status: 200 },
  {
    it: "takes a query of 400 characters, however many bytes they have",
    input: { q: "\u{1f3a7}".repeat(400) },
    status: 200,
  },
  { it: "refuses an empty query", input: { q: "" }, status: 400, problem: "invalid_input" },
  {
    it: "refuses a missing query, and points at it",
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
    it: "refuses a query of 401 characters",
    input: { q: "a".repeat(401) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a limit of fifty-one, and says how many there may be",
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
    it: "refuses a limit of nothing",
    input: { q: "a", limit: 0 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a limit below nothing",
    input: { q: "a", limit: -1 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a limit that is no integer",
    input: { q: "a", limit: 1.5 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a limit that is no number",
    input: { q: "a", limit: "many" },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "points at each thing that is wrong",
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
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { q: "a", ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: ({ value }) => assert.equal((value as any).errors[0].pointer, "/color"),
  },
  {
    it: "refuses a query that is given twice",
    mockSkipReason: "Prism takes the first of several values",
    input: { q: ["a", "b"] },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    input: { q: "tape" },
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "tells nothing of an unexpected fault",
    requires: "fixture",
    fault: 500,
    input: { q: "tape" },
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the pages can't be reached",
    requires: "fixture",
    fault: 503,
    input: { q: "tape" },
    status: 503,
    problem: "unavailable",
  },
];
