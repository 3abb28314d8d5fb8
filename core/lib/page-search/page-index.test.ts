import { describe, expect, test } from "vitest";
import type { PageEntry } from "../sitemap/index.ts";
import type { SearchScope } from "./page-postings.ts";
import { pageIndexFor } from "./search.ts";

const PAGES: PageEntry[] = [
  { path: "/sql-createindex.html", title: "CREATE INDEX", headings: "CREATE INDEX\nParameters" },
  { path: "/bookindex.html", title: "Index", text: "CREATE INDEX, CREATE TABLE, index scan" },
  {
    path: "/backup.html",
    title: "Chapter 26. Backup and Restore",
    text: "As with everything that contains valuable data, databases should be saved regularly.",
  },
  { path: "/sql-do.html", title: "DO", text: "Executes a code block. Go back with rollback." },
  {
    path: "/p/81723",
    title: "Lieferung",
    language: "de",
    text: "Unsere Häuser\nDie Lieferzeiten stehen in der Tabelle.",
  },
  { path: "/jp", title: "音量の目標", language: "ja", text: "放送の音量について説明します。" },
  { path: "/vacuum-tips.html" },
];

const find = (query: string, scope: SearchScope = "text", pages = PAGES) =>
  pageIndexFor(pages, scope)
    .search(query, 10)
    .matches.map(({ page }) => page.path);

describe("a search in titles, headings and texts", () => {
  test.each([
    ["create index", "/sql-createindex.html"],
    ["createindex", "/sql-createindex.html"],
    ["how do I back up a database", "/backup.html"],
    ["restoring", "/backup.html"],
    ["haus", "/p/81723"],
    ["die Lieferzeit", "/p/81723"],
    ["音量", "/jp"],
    ["放送", "/jp"],
    ["vacuum", "/vacuum-tips.html"],
    ["vacu", "/vacuum-tips.html"],
  ])("finds the page that %j means first", (query, path) => expect(find(query)[0]).toBe(path));

  test("ignores stop words unless the query has no others", () => {
    const index = pageIndexFor(PAGES, "text");
    expect(index.search("what is the index", 1).tokens).toEqual(["index"]);
    expect(index.search("the", 1).tokens).toEqual(["the"]);
  });

  test("does not search texts in the scope `titles`", () => {
    expect(find("valuable", "titles")).toEqual([]);
    expect(find("restore", "titles")).toEqual(["/backup.html"]);
  });

  test("searches only paths in the scope `paths`", () => {
    expect(find("restore", "paths")).toEqual([]);
    expect(find("backup", "paths")).toEqual(["/backup.html"]);
  });

  test("keeps every page whose path matches", () =>
    expect(find("backup vacuum").sort()).toEqual(["/backup.html", "/vacuum-tips.html"]));

  test("returns the matched words and the line that contains them", () => {
    const [match] = pageIndexFor(PAGES, "text").search("regularly saved database", 1).matches;
    expect(match).toMatchObject({
      matched: ["regularly", "saved", "database"],
      snippet:
        "As with everything that contains valuable data, databases should be saved regularly.",
    });
  });

  test("takes the snippet from the description or headings if the text is unknown", () => {
    const pages = [
      { path: "/a", title: "A", headings: "A\nTape speed\nPaper" },
      { path: "/b", title: "B", headings: "Tape", description: "All about reels." },
    ];
    const { matches } = pageIndexFor(pages, "titles").search("tape", 2);
    expect(matches.map(({ snippet }) => snippet).sort()).toEqual([
      "All about reels.",
      "Tape speed",
    ]);
  });

  test("begins a long snippet with a word near the match", () => {
    const text = `${"filler words ".repeat(60)}a rare needle here ${"more text ".repeat(60)}`;
    const [match] = pageIndexFor([{ path: "/x", title: "X", text }], "text").search(
      "needle",
      1,
    ).matches;
    expect(match?.snippet).toMatch(/^… .{10,80}needle.* …$/);
    expect(match?.snippet?.length).toBeLessThan(250);
  });

  test("does not depend on the order of the pages", () => {
    const reversed = [...PAGES].reverse();
    for (const query of ["index", "create table", "the database", "back"])
      expect(find(query, "text", reversed)).toEqual(find(query));
  });

  test("takes no longer for a query of 32 words that every page has", () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(" ");
    const pages = Array.from({ length: 200 }, (_, at) => ({ path: `/${at}`, text: words }));
    const { tokens, total } = pageIndexFor(pages, "text").search(words, 10);
    expect({ tokens: tokens.length, total }).toEqual({ tokens: 32, total: 200 });
  });
});
