import { afterAll, describe, expect, test } from "vitest";
import { readHtml } from "../../core/lib/page-reader/index.ts";
import { readPages } from "./download.ts";
import {
  addRetention,
  createRetention,
  extractFacts,
  extractMarkdownFacts,
  FACT_KINDS,
  findLost,
  toPercent,
  wholePageToMarkdown,
} from "./facts.ts";
import { PACKAGES } from "./packages.ts";

/** The minimum retained percentage of each kind over all packages. */
const FLOORS = {
  headings: 100,
  links: 99.8,
  code: 99.8,
  cells: 99.9,
  items: 99.9,
  lists: 99.8,
  words: 99.9,
};
/**
 * The minimum for each kind in one package. It is lower because footnote references are no longer
 * links.
 */
const PACKAGE_FLOOR = 96;

const total = createRetention();
/** The reverse direction: how many facts of the extracted main content are in the original page. */
const reverseTotal = createRetention();
const lines: string[] = [];
const skipReasons: string[] = [];
let pageCount = 0;
let noteCount = 0;

describe("converting a page to Markdown", () => {
  for (const pack of PACKAGES) {
    test(`retains the facts of ${pack.name} (${pack.generator})`, { timeout: 120_000 }, async ({
      skip,
    }) => {
      const pages = await readPages(pack).catch((error: Error) => error.message);
      if (typeof pages === "string") {
        skipReasons.push(pages);
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

  test("retains the required share of facts over all packages", ({ skip }) => {
    if (pageCount < 200) skip(`only ${pageCount} pages are available`);
    for (const kind of FACT_KINDS)
      expect(toPercent(total[kind]), kind).toBeGreaterThanOrEqual(FLOORS[kind]);
  });

  test.each(["headings", "links", "code", "cells", "items"] as const)(
    "adds no %s to the main content that the page lacks",
    (kind) => {
      expect(toPercent(reverseTotal[kind])).toBeGreaterThanOrEqual(98);
    },
  );

  afterAll(() => {
    console.log(
      [
        formatLine("retained, %", "pages"),
        ...lines,
        formatLine("all", pageCount, total),
        formatLine("main content", pageCount, reverseTotal),
        `${noteCount} footnotes.`,
        ...skipReasons.map((reason) => `Skipped: ${reason}.`),
      ].join("\n"),
    );
  });
});

function formatLine(name: string, pages: number | string, sum?: typeof total): string {
  const columns = FACT_KINDS.map((kind) => {
    if (!sum) return kind;
    return sum[kind].total > 0 ? `${toPercent(sum[kind])} of ${sum[kind].total}` : "";
  });
  const padded = columns.map((column) => column.padStart(15)).join("");
  return `${name.padEnd(20)}${String(pages).padStart(6)}${padded}`;
}
