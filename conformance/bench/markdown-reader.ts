// A process of its own for `npm run bench -- markdown`: one converter, all pages, and what it took, as JSON.
import process from "node:process";
import { factsOf } from "../reading/facts.ts";
import { addKept, nothingKept } from "../reading/kept.ts";
import { factsOfMarkdown } from "../reading/round-trip.ts";
import { CONVERTERS } from "./markdown-converters.ts";
import { type BenchPage, documentationPages, webPages } from "./markdown-pages.ts";

const [way = "", what] = process.argv.slice(2);
const convert = await CONVERTERS[way]!();
let thrown = 0;
const documentation = await documentationPages();

if (what === "kept") {
  const kept = nothingKept();
  for (const { html, url } of documentation)
    addKept(kept, factsOf(html, url), factsOfMarkdown(attempt(html, url), url).facts);
  console.log(JSON.stringify(kept));
} else {
  const web = await webPages();
  // What is compiled while it runs first is not what it costs.
  for (const { html, url } of documentation) attempt(html, url);
  thrown = 0;
  const speeds = { documentation: speedOf(documentation), web: speedOf(web) };
  console.log(JSON.stringify({ pages: documentation.length + web.length, ...speeds, thrown }));
}

/** Megabytes a second of CPU, of all threads; 0 where there are no pages. */
function speedOf(pages: readonly BenchPage[]): number {
  const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
  const start = process.cpuUsage();
  for (const { html, url } of pages) attempt(html, url);
  const { user, system } = process.cpuUsage(start);
  return bytes / (user + system);
}

/** A page that a converter throws at is nothing. */
function attempt(html: string, url: string): string {
  try {
    return convert(html, url);
  } catch {
    thrown++;
    return "";
  }
}
