import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { promisify } from "node:util";
import { TYPES } from "./extraction-pages.ts";
import type { Options } from "./options.ts";
import { environment, ROOT, RUNTIMES } from "./runtimes.ts";
import { showProgress, tableOf } from "./table.ts";

/** What one way found: a score from 0 to 1 for each page, and milliseconds of CPU a page. */
interface Reading {
  readonly scores: readonly { readonly id: string; readonly type: string; readonly f1: number }[];
  readonly milliseconds: number;
  readonly megabytes: number;
}

const WAYS = ["Jackfield", "Readability", "Defuddle"];

/** The content of pages whose content people have marked: how much of it is found and nothing else, beside the usual libraries. */
export async function benchExtraction(_options: Options): Promise<object> {
  const folder = process.env["BENCH_DATA_DIR"];
  if (!folder || !existsSync(`${folder}/content/html`)) {
    throw new Error(
      "BENCH_DATA_DIR is to name a folder with content/html and content/ground-truth in it: pages of WCXB (github.com/Murrough-Foley/web-content-extraction-benchmark).",
    );
  }
  const readings: [string, Reading][] = [];
  for (const way of WAYS) {
    showProgress(`reading the pages with ${way}`);
    readings.push([way, await reading(way)]);
  }
  showProgress("");
  const rows = readings.map(([way, { scores, milliseconds }]) => ({
    way,
    milliseconds,
    all: mean(scores),
    even: mean(scores.filter(({ id }) => Number(id) % 2 === 0)),
    odd: mean(scores.filter(({ id }) => Number(id) % 2 === 1)),
    byType: Object.fromEntries(
      TYPES.map((type) => [type, mean(scores.filter((score) => score.type === type))]),
    ),
  }));
  const cells = rows.map(({ way, all, even, odd, byType, milliseconds }) => [
    way,
    ...[all, even, odd, ...TYPES.map((type) => byType[type]!)].map((figure) => figure.toFixed(3)),
    milliseconds.toFixed(1),
  ]);
  console.log(tableOf(["F1", "all", "even ids", "odd ids", ...TYPES, "ms CPU a page"], cells));
  const [ours, ...peers] = rows;
  const behind = TYPES.filter((type) =>
    peers.some(({ byType }) => byType[type]! > ours!.byType[type]!),
  );
  console.log(
    behind.length === 0
      ? "\nmet     not behind a peer on any type of page"
      : `\nmissed  behind a peer on ${behind.join(", ")}`,
  );
  return { rows, pages: Object.fromEntries(readings.map(([way, { scores }]) => [way, scores])) };
}

async function reading(way: string): Promise<Reading> {
  const { stdout } = await promisify(execFile)(
    RUNTIMES.node[0],
    [`${ROOT}conformance/bench/extraction-reader.ts`, way],
    {
      cwd: ROOT,
      env: environment,
      timeout: 900_000,
      maxBuffer: 1e8,
    },
  );
  return JSON.parse(stdout) as Reading;
}

function mean(scores: readonly { readonly f1: number }[]): number {
  return scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length;
}
