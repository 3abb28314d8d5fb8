import { afterAll, describe, expect, test } from "vitest";
import { readHtml } from "../../core/site/domain/reading/index.ts";
import { factsOf, KINDS } from "./facts.ts";
import { addKept, lostOf, nothingKept, percentOf } from "./kept.ts";
import { PACKAGES } from "./packages.ts";
import { pagesOf } from "./pages.ts";
import { factsOfMarkdown, wholeAsMarkdown } from "./round-trip.ts";

/** Per cent of each kind that come through, over all packages; rounded down. */
const FLOORS = {
  headings: 100,
  links: 99.8,
  code: 99.8,
  cells: 99.9,
  items: 99.9,
  lists: 99.8,
  words: 99.9,
};
/** For any one package: a page of footnotes has links that are links no more. */
const PACKAGE_FLOOR = 96;

const total = nothingKept();
/** The other way round, and of the main part alone: how much of what is said of it the page says. */
const said = nothingKept();
const lines: string[] = [];
const skipped: string[] = [];
let pageCount = 0;
let noteCount = 0;

describe("a page as Markdown says what the page said", () => {
  for (const pack of PACKAGES) {
    test(`${pack.name}, written by ${pack.by}`, { timeout: 120_000 }, async ({ skip }) => {
      const pages = await pagesOf(pack).catch((error: Error) => error.message);
      if (typeof pages === "string") {
        skipped.push(pages);
        return skip(pages);
      }
      const sum = nothingKept();
      const lost: string[] = [];
      for (const { html, url } of pages) {
        const source = factsOf(html, url);
        const { facts, notes, looseNotes } = factsOfMarkdown(wholeAsMarkdown(html, url), url);
        expect(looseNotes, `footnotes of ${url}`).toEqual([]);
        for (const sums of [sum, total]) addKept(sums, source, facts);
        addKept(
          said,
          factsOfMarkdown(readHtml(html, { url, format: "markdown" }).content, url).facts,
          source,
        );
        for (const kind of KINDS)
          lost.push(
            ...lostOf(source[kind], facts[kind])
              .slice(0, 3)
              .map((text) => `${kind} of ${url}: ${text}`),
          );
        noteCount += notes;
      }
      pageCount += pages.length;
      lines.push(lineOf(pack.name, pages.length, sum));
      const worst = Math.min(...KINDS.map((kind) => percentOf(sum[kind])));
      expect(worst, lost.slice(0, 20).join("\n")).toBeGreaterThanOrEqual(
        sum.lists.all < 50 ? 90 : PACKAGE_FLOOR,
      );
    });
  }

  test("over all packages", ({ skip }) => {
    if (pageCount < 200) skip(`only ${pageCount} pages could be had`);
    for (const kind of KINDS)
      expect(percentOf(total[kind]), kind).toBeGreaterThanOrEqual(FLOORS[kind]);
  });

  test.each(["headings", "links", "code", "cells", "items"] as const)(
    "%s of the main part are those of the page",
    (kind) => {
      expect(percentOf(said[kind])).toBeGreaterThanOrEqual(98);
    },
  );

  afterAll(() => {
    console.log(
      [
        lineOf("kept, %", "pages"),
        ...lines,
        lineOf("all", pageCount, total),
        lineOf("main part, said", pageCount, said),
        `${noteCount} footnotes.`,
        ...skipped.map((because) => `Not read: ${because}.`),
      ].join("\n"),
    );
  });
});

function lineOf(name: string, pages: number | string, sum?: typeof total): string {
  const figures = KINDS.map((kind) =>
    (sum
      ? sum[kind].all > 0
        ? `${percentOf(sum[kind])} of ${sum[kind].all}`
        : ""
      : kind
    ).padStart(15),
  );
  return `${name.padEnd(20)}${String(pages).padStart(6)}${figures.join("")}`;
}
