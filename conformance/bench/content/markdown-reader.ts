// Converts all pages with one converter for `npm run bench -- markdown`. Prints speed or retention
// as JSON.
import process from "node:process";
import {
  addRetention,
  createRetention,
  extractFacts,
  extractMarkdownFacts,
} from "../../reading/facts.ts";
import { CONVERTERS } from "./markdown-converters.ts";
import { type BenchPage, readDocumentationPages, readWebPages } from "./markdown-pages.ts";

const [converter = "", measurement] = process.argv.slice(2);
const convert = await CONVERTERS[converter]!();
let errorCount = 0;
const documentation = await readDocumentationPages();

if (measurement === "retention") {
  const retention = createRetention();
  for (const { html, url } of documentation)
    addRetention(
      retention,
      extractFacts(html, url),
      extractMarkdownFacts(tryConvert(html, url), url).facts,
    );
  console.log(JSON.stringify(retention));
} else {
  const web = await readWebPages();
  // Warm up, so that compilation is not measured.
  for (const { html, url } of documentation) tryConvert(html, url);
  errorCount = 0;
  const speeds = { documentation: measureSpeed(documentation), web: measureSpeed(web) };
  console.log(
    JSON.stringify({ pages: documentation.length + web.length, ...speeds, errors: errorCount }),
  );
}

/** Returns megabytes per second of CPU time of all threads. */
function measureSpeed(pages: readonly BenchPage[]): number {
  const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
  const start = process.cpuUsage();
  for (const { html, url } of pages) tryConvert(html, url);
  const { user, system } = process.cpuUsage(start);
  return bytes / (user + system);
}

/** Returns an empty text, and counts an error, if the converter throws. */
function tryConvert(html: string, url: string): string {
  try {
    return convert(html, url);
  } catch {
    errorCount++;
    return "";
  }
}
