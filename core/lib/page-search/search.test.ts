import { describe, expect, test } from "vitest";
import { pageIndexFor, prepareIndex } from "./search.ts";

const PATHS = [
  "/",
  "/docs/",
  "/docs/loudness-targets.html",
  "/docs/true-peak_limiting.html",
  "/articles/how-loudness-is-measured.html",
  "/products/calibration-microphone.html",
  "/products/",
  "/caf%C3%A9/men%C3%BC.html",
  "/文書/音量の目標.html",
  "/odd%ZZ/%E0%A4%A/page.html",
];
const index = pageIndexFor(
  PATHS.map((path) => ({ path })),
  "paths",
);
const search = (query: string, limit = 10) =>
  index.search(query, limit).matches.map(({ page }) => page.path);

describe("search()", () => {
  test("ranks pages with more matched words first and returns those words", () => {
    expect(index.search("Loudness targets", 2)).toEqual({
      tokens: ["loudness", "targets"],
      total: 2,
      matches: [
        { page: { path: "/docs/loudness-targets.html" }, matched: ["loudness", "targets"] },
        { page: { path: "/articles/how-loudness-is-measured.html" }, matched: ["loudness"] },
      ],
    });
  });

  test("matches singular and plural", () => {
    expect(search("target")).toEqual(["/docs/loudness-targets.html"]);
    expect(search("microphones")).toEqual(["/products/calibration-microphone.html"]);
  });

  test("matches prefixes of three or more letters if no page has the word", () => {
    expect(search("calib")).toEqual(["/products/calibration-microphone.html"]);
    expect(search("ca")).toEqual([]);
  });

  test("ranks equal matches by path length, then alphabetically", () => {
    expect(search("products")).toEqual(["/products/", "/products/calibration-microphone.html"]);
    expect(search("docs")).toEqual([
      "/docs/",
      "/docs/loudness-targets.html",
      "/docs/true-peak_limiting.html",
    ]);
  });

  test("normalizes percent-encoding, decomposed accents and upper case", () => {
    expect(search("CAFE\u0301")).toEqual(["/caf%C3%A9/men%C3%BC.html"]);
  });

  test("finds words in scripts without spaces", () => {
    expect(search("音量")).toEqual(["/文書/音量の目標.html"]);
  });

  test("finds nothing for punctuation or file extensions", () => {
    expect(index.search("?! --", 10)).toEqual({ tokens: [], total: 0, matches: [] });
    expect(search("html")).toEqual([]);
  });

  test("returns at most `limit` pages and the total number of matches", () => {
    const { total, matches } = index.search("docs", 1);
    expect({ total, returned: matches.length }).toEqual({ total: 3, returned: 1 });
  });

  test("finds the same pages with an index that was built in batches", async () => {
    const pages = Array.from({ length: 5_000 }, (_, number) => ({ path: `/docs/page-${number}` }));
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    await prepareIndex(pages, "paths");
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(pageIndexFor(pages, "paths").search("page 4999", 1)).toMatchObject({
      total: 5_000,
      matches: [{ page: { path: "/docs/page-4999" }, matched: ["page", "4999"] }],
    });
  });

  test("ranks a page with a rarer word of the same prefix first", () => {
    const paths = ["/calibration", "/calibration/a", "/calibrate/long-path"];
    expect(
      pageIndexFor(
        paths.map((path) => ({ path })),
        "paths",
      )
        .search("calibr", 3)
        .matches.map(({ page }) => page.path),
    ).toEqual(["/calibrate/long-path", "/calibration", "/calibration/a"]);
  });

  test("does not depend on the order of the pages", () => {
    const reversed = pageIndexFor(PATHS.map((path) => ({ path })).reverse(), "paths");
    for (const query of ["docs", "loudness page", "products calibration"]) {
      expect(reversed.search(query, 10).matches).toEqual(index.search(query, 10).matches);
    }
  });
});
