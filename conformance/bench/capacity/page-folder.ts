import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOCS_FOLDER } from "../../../adapters/content/demo.ts";

const SECTIONS = 5;
const SENTENCES_PER_SECTION = 8;
const PAGES_PER_FOLDER = 500;

/**
 * Writes Markdown pages from one index up to another, and returns their bytes. A page has headings
 * and 40 sentences of this project's documentation, and names of its own, so that the vocabulary
 * grows with the pages as that of a real documentation does. The same index gives the same page.
 */
export function writePages(
  folder: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const sentences = readSentences();
  let bytes = 0;
  for (let index = from; index < to; index++) {
    const part = join(folder, `part-${Math.floor(index / PAGES_PER_FOLDER)}`);
    mkdirSync(part, { recursive: true });
    const page = createPage(index, sentences);
    writeFileSync(join(part, `page-${index}.md`), page);
    bytes += Buffer.byteLength(page);
  }
  return bytes;
}

function createPage(index: number, sentences: readonly string[]): string {
  const next = createRandom(index + 1);
  const pick = () => sentences[Math.floor(next() * sentences.length)]!;
  const createName = () => `option_${Math.floor(next() * 1e7).toString(36)}`;
  const sections = Array.from({ length: SECTIONS }, () => {
    const name = createName();
    const body = Array.from({ length: SENTENCES_PER_SECTION }, pick);
    return `## Set ${name}\n\n${body.join(" ")}\n\nThe option \`${name}\` replaces \`${createName()}\`.`;
  });
  return `# Page ${index}: ${pick().slice(0, 60)}\n\n${sections.join("\n\n")}\n`;
}

/** Returns the sentences of the documentation that are plain prose. */
const readSentences = (): string[] =>
  readdirSync(DOCS_FOLDER)
    .filter((file) => file.endsWith(".md") && file !== "SUMMARY.md")
    .sort()
    .flatMap((file) => readFileSync(join(DOCS_FOLDER, file), "utf8").split("\n"))
    .filter((line) => /^[A-Z][^|<>[\]`]{40,}\.$/.test(line))
    .flatMap((line) => line.split(/(?<=\.) /));

/** A generator of numbers from 0 up to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
