/**
 * Extracts the content of every labeled page with one extractor. Prints scores and CPU time as
 * JSON.
 */
import process from "node:process";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import { readHtml } from "../../../core/lib/page-reader/index.ts";
import { readLabeledPages, wordF1 } from "./extraction-pages.ts";

type Extractor = (html: string, url: string) => string | Promise<string>;

/**
 * Each returns the content of a page as text. The peers get a DOM from linkedom, the fastest
 * implementation.
 */
const EXTRACTORS: Record<string, Extractor> = {
  Jackfield: (html, url) => readHtml(html, { url, format: "text" }).content,
  Readability: (html) =>
    htmlToText(
      new Readability(parseHTML(html).document as unknown as Document).parse()?.content ?? "",
    ),
  Defuddle: async (html, url) =>
    htmlToText((await Defuddle(parseHTML(html).document, url, { useAsync: false })).content),
};

const INLINE = /^(?:A|ABBR|B|CODE|DEL|EM|FONT|I|INS|KBD|MARK|S|SMALL|SPAN|STRONG|SUB|SUP|U)$/;

/** Returns the text of HTML with one line per block. */
function htmlToText(html: string): string {
  const lines: string[] = [];
  const collect = (node: Node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) lines.push(child.textContent ?? "");
      else if (child.nodeType === 1 && child.nodeName !== "SCRIPT" && child.nodeName !== "STYLE") {
        const separator = INLINE.test(child.nodeName) ? "" : "\n";
        lines.push(separator);
        collect(child);
        lines.push(separator);
      }
    }
  };
  collect(parseHTML(`<html><body>${html}</body></html>`).document.body as unknown as Node);
  return lines.join("");
}

const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// The peers write warnings to the console.
const print = console.log;
for (const name of ["log", "info", "warn", "error", "debug"] as const) console[name] = () => {};

const pages = await readLabeledPages(process.env["BENCH_DATA_DIR"]!);
const extractor = EXTRACTORS[process.argv[2]!]!;
/** Returns an empty text if a peer throws. */
const extractText = async (page: (typeof pages)[number]) => {
  try {
    return await extractor(page.html, page.url);
  } catch {
    return "";
  }
};
for (const page of pages.slice(0, 20)) await extractText(page);

const texts: string[] = [];
const start = cpuMilliseconds();
for (const page of pages) texts.push(await extractText(page));
const cpuTotal = cpuMilliseconds() - start;
const scores = pages.map(({ id, type, content }, index) => ({
  id,
  type,
  f1: wordF1(texts[index]!, content),
}));
print(
  JSON.stringify({
    scores,
    milliseconds: cpuTotal / pages.length,
    megabytes: pages.reduce((sum, { html }) => sum + html.length, 0) / 1e6,
  }),
);
