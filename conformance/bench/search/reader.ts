/** Indexes one documentation with one engine and asks its questions. Prints figures as JSON. */
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { readPageFacts } from "../../../adapters/content/page-facts.ts";
import type { PageEntry } from "../../../core/ports/content.ts";
import { readPages } from "../../reading/download.ts";
import { median } from "../report/median.ts";
import { ENGINES } from "./engines.ts";
import { DOCUMENTATIONS } from "./questions.ts";

const LIMIT = 5;
const ROUNDS = 5;

const [engine = "", name = ""] = process.argv.slice(2);
const { pack, questions } = DOCUMENTATIONS.find((each) => each.pack.name === name)!;
const encoder = new TextEncoder();
const pages = await readPageList();
/** Returns the memory in use. The buffers of files are freed only some time after a collection. */
const memory = async () => {
  for (let collection = 0; collection < 4; collection++) {
    globalThis.gc?.();
    await setTimeout(25);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const cpuMicroseconds = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const memoryBefore = await memory();
const start = cpuMicroseconds();
const search = await ENGINES[engine]!(pages);
const buildMs = (cpuMicroseconds() - start) / 1000;
await search(questions[0]!.question, LIMIT);
const bytes = (await memory()) - memoryBefore;

let first = 0;
let withinFive = 0;
const wrong: string[] = [];
for (const { question, answers } of questions) {
  const paths = await search(question, LIMIT);
  const isAnswer = (path: string) => answers.some((answer) => path.endsWith(`/${answer}.html`));
  if (!answers.every((answer) => pages.some(({ path }) => path.endsWith(`/${answer}.html`))))
    throw new Error(`An answer to "${question}" isn't a page of ${name}.`);
  if (paths[0] && isAnswer(paths[0])) first += 1;
  else wrong.push(`${question}: ${paths[0]}`);
  if (paths.some(isAnswer)) withinFive += 1;
}

const durations: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = cpuMicroseconds();
  for (const { question } of questions) await search(question, LIMIT);
  durations.push((cpuMicroseconds() - before) / questions.length);
}
console.log(
  JSON.stringify({
    pages: pages.length,
    questions: questions.length,
    first,
    withinFive,
    buildMs,
    queryUs: median(durations),
    bytesPerPage: bytes / pages.length,
    wrong,
  }),
);

async function readPageList(): Promise<PageEntry[]> {
  const files = await readPages(pack);
  return files.map(({ url, html }) => {
    const options = { type: "text/html; charset=utf-8", url, keepsText: true };
    const { facts } = readPageFacts(encoder.encode(html), options);
    return { path: new URL(url).pathname.replace(/^.*\/(?:html|output)\//, "/"), ...facts };
  });
}
