import { afterAll, describe, expect, test } from "vitest";
import { readHtml } from "../../core/site/domain/reading/index.ts";
import { extractFacts, FACT_KINDS } from "./facts.ts";
import { PACKAGES } from "./packages.ts";
import { readPages } from "./pages.ts";
import { addRetention, createRetention, findLost, toPercent } from "./retention.ts";
import { extractMarkdownFacts, wholePageToMarkdown } from "./round-trip.ts";

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

const total = createRetention();
/** The other way round, and of the main part alone: how much of what is said of it the page says. */
const reverseTotal = createRetention();
const lines: string[] = [];
const skipped: string[] = [];
let pageCount = 0;
let noteCount = 0;

describe("a page as Markdown says what the page said", () => {
  for (const pack of PACKAGES) {
    test(`${pack.name}, written by ${pack.generator}`, { timeout: 120_000 }, async ({ skip }) => {
      const pages = await readPages(pack).catch((error: Error) => error.message);
      if (typeof pages === "string") {
        skipped.push(pages);
        return skip(pages);
      }
      const sum = createRetention();
      const lost: string[] = [];
      for (const { html, url } of pages) {
        const source = extractFacts(html, url);
        const { facts, notes, looseNotes } = extractMarkdownFacts(
          wholePageToMarkdown(html, url),
          url,
        );
        expect(looseNotes, `footnotes of ${url}`).toEqual([]);
        for (const sums of [sum, total]) addRetention(sums, source, facts);
        addRetention(
          reverseTotal,
          extractMarkdownFacts(readHtml(html, { url, format: "markdown" }).content, url).facts,
          source,
        );
        for (const kind of FACT_KINDS)
          lost.push(
            ...findLost(source[kind], facts[kind])
              .slice(0, 3)
              .map((text) => `${kind} of ${url}: ${text}`),
          );
        noteCount += notes;
      }
      pageCount += pages.length;
      lines.push(formatLine(pack.name, pages.length, sum));
      const worst = Math.min(...FACT_KINDS.map((kind) => toPercent(sum[kind])));
      expect(worst, lost.slice(0, 20).join("\n")).toBeGreaterThanOrEqual(
        sum.lists.total < 50 ? 90 : PACKAGE_FLOOR,
      );
    });
  }

  test("over all packages", ({ skip }) => {
    if (pageCount < 200) skip(`only ${pageCount} pages could be had`);
    for (const kind of FACT_KINDS)
      expect(toPercent(total[kind]), kind).toBeGreaterThanOrEqual(FLOORS[kind]);
  });

  test.each(["headings", "links", "code", "cells", "items"] as const)(
    "%s of the main part are those of the page",
    (kind) => {
      expect(toPercent(reverseTotal[kind])).toBeGreaterThanOrEqual(98);
    },
  );

  afterAll(() => {
    console.log(
      [
        formatLine("kept, %", "pages"),
        ...lines,
        formatLine("all", pageCount, total),
        formatLine("main part, said", pageCount, reverseTotal),
        `${noteCount} footnotes.`,
        ...skipped.map((reason) => `Not read: ${reason}.`),
      ].join("\n"),
    );
  });
});

function formatLine(name: string, pages: number | string, sum?: typeof total): string {
  const figures = FACT_KINDS.map((kind) =>
    (sum
      ? sum[kind].total > 0
        ? `${toPercent(sum[kind])} of ${sum[kind].total}`
        : ""
      : kind
    ).padStart(15),
  );
  return `${name.padEnd(20)}${String(pages).padStart(6)}${figures.join("")}`;
}
