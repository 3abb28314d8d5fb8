/** Reads the sitemap once in one of the ways that are compared, in a process of its own; prints what it took as JSON. */
import process from "node:process";
import { Parser } from "htmlparser2";
import { pagesOnSite, readSitemap, type SitemapEntry } from "../../core/index.ts";
import { indexOf } from "../../core/site/domain/search.ts";
import { makeSitemap, ORIGIN } from "./sitemap-file.ts";

/** Each gives the entries of a sitemap's text. */
const WAYS: Record<string, (xml: string) => readonly SitemapEntry[]> = {
  Jackfield: (xml) => {
    const sitemap = readSitemap(xml);
    return "wrong" in sitemap ? [] : sitemap.entries;
  },
  "regular expression": (xml) =>
    Array.from(
      xml.matchAll(/<url>\s*<loc>\s*([^<]*?)\s*<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g),
      ({ index: at, 1: loc, 2: date }) => ({
        at,
        loc: loc!.replaceAll("&amp;", "&"),
        modified: date && new Date(date).toISOString(),
      }),
    ),
  htmlparser2: (xml) => {
    const entries: SitemapEntry[] = [];
    let inside = "";
    let [loc, date] = ["", ""];
    const parser = new Parser(
      {
        onopentag(name) {
          if (name === "url") loc = date = "";
          inside = name;
        },
        ontext(text) {
          if (inside === "loc") loc += text;
          else if (inside === "lastmod") date += text;
        },
        onclosetag(name) {
          inside = "";
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

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const { bytes, queries } = makeSitemap();
const read = WAYS[process.argv[2]!]!;
const memoryBefore = process.memoryUsage().rss;
const began = performance.now();
const start = cpu();
const entries = read(new TextDecoder().decode(bytes));
const parsed = cpu();
const { pages } = pagesOnSite(ORIGIN, entries);
const index = indexOf(pages);
const indexed = cpu();
const elapsed = performance.now() - began;
const memory = process.memoryUsage().rss;

let hits = 0;
const times: number[] = [];
for (let round = 0; round < 5; round++) {
  for (const query of queries) {
    const asked = performance.now();
    hits += index.search(query, 10).total;
    if (round > 0) times.push((performance.now() - asked) * 1000);
  }
}
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    megabytes: bytes.length / 1e6,
    pages: pages.length,
    hits,
    parse: parsed - start,
    index: indexed - parsed,
    cpu: indexed - start,
    elapsed,
    query: times[times.length >> 1],
    slowQuery: times[Math.floor(times.length * 0.95)],
    memory: (memory - memoryBefore) / 1e6,
  }),
);
