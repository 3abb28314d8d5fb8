/** Parses, indexes and searches the sitemap with one parser. Prints the measurements as JSON. */
import process from "node:process";
import { Parser } from "htmlparser2";
import { pageIndexFor } from "../../../core/lib/page-search/search.ts";
import { pagesOnSite, readSitemap, type SitemapEntry } from "../../../core/lib/sitemap/index.ts";
import { createSitemap, SITE_ORIGIN } from "./sitemap-file.ts";

const PARSERS: Record<string, (xml: string) => readonly SitemapEntry[]> = {
  Jackfield: (xml) => {
    const sitemap = readSitemap(xml);
    return "error" in sitemap ? [] : sitemap.entries;
  },
  "regular expression": (xml) =>
    Array.from(
      xml.matchAll(/<url>\s*<loc>\s*([^<]*?)\s*<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g),
      ({ index: position, 1: loc, 2: date }) => ({
        at: position,
        loc: loc!.replaceAll("&amp;", "&"),
        modified: date && new Date(date).toISOString(),
      }),
    ),
  htmlparser2: (xml) => {
    const entries: SitemapEntry[] = [];
    let element = "";
    let loc = "";
    let date = "";
    const parser = new Parser(
      {
        onopentag(name) {
          if (name === "url") {
            loc = "";
            date = "";
          }
          element = name;
        },
        ontext(text) {
          if (element === "loc") loc += text;
          else if (element === "lastmod") date += text;
        },
        onclosetag(name) {
          element = "";
          if (name === "url")
            entries.push({ at: 0, loc: loc.trim(), modified: new Date(date).toISOString() });
        },
      },
      { xmlMode: true },
    );
    parser.end(xml);
    return entries;
  },
};

const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const { bytes, queries } = createSitemap();
const parse = PARSERS[process.argv[2]!]!;
const memoryBefore = process.memoryUsage().rss;
const startedAt = performance.now();
const start = cpuMilliseconds();
const entries = parse(new TextDecoder().decode(bytes));
const parsed = cpuMilliseconds();
const { pages } = pagesOnSite(SITE_ORIGIN, entries);
const index = pageIndexFor(pages, "paths");
const indexed = cpuMilliseconds();
const elapsed = performance.now() - startedAt;
const memory = process.memoryUsage().rss;

let hits = 0;
const durations: number[] = [];
for (let round = 0; round < 5; round++) {
  for (const query of queries) {
    const queriedAt = performance.now();
    hits += index.search(query, 10).total;
    if (round > 0) durations.push((performance.now() - queriedAt) * 1000);
  }
}
durations.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    megabytes: bytes.length / 1e6,
    pages: pages.length,
    hits,
    parse: parsed - start,
    index: indexed - parsed,
    cpu: indexed - start,
    elapsed,
    query: durations[durations.length >> 1],
    slowQuery: durations[Math.floor(durations.length * 0.95)],
    memory: (memory - memoryBefore) / 1e6,
  }),
);
