import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { promisify } from "node:util";
import { PAGE_TYPES } from "./extraction-pages.ts";
import type { BenchOptions } from "./options.ts";
import { processEnvironment, ROOT, RUNTIMES } from "./runtimes.ts";
import { formatTable, showProgress } from "./table.ts";

/** What one way found: a score from 0 to 1 for each page, and milliseconds of CPU a page. */
interface ExtractionResult {
  readonly scores: readonly { readonly id: string; readonly type: string; readonly f1: number }[];
  readonly milliseconds: number;
  readonly megabytes: number;
}

const EXTRACTORS = ["Jackfield", "Readability", "Defuddle"];

/** The content of pages whose content people have marked: how much of it is found and nothing else, beside the usual libraries. */
export async function benchExtraction(_options: BenchOptions): Promise<object> {
  const folder = process.env["BENCH_DATA_DIR"];
  if (!folder || !existsSync(`${folder}/content/html`)) {
    throw new Error(
      "BENCH_DATA_DIR is to name a folder with content/html and content/ground-truth in it: pages of WCXB (github.com/Murrough-Foley/web-content-extraction-benchmark).",
    );
  }
  const readings: [string, ExtractionResult][] = [];
  for (const extractor of EXTRACTORS) {
    showProgress(`reading the pages with ${extractor}`);
    readings.push([extractor, await measureExtractor(extractor)]);
  }
  showProgress("");
  const rows = readings.map(([extractor, { scores, milliseconds }]) => ({
    way: extractor,
    milliseconds,
    all: meanF1(scores),
    even: meanF1(scores.filter(({ id }) => Number(id) % 2 === 0)),
    odd: meanF1(scores.filter(({ id }) => Number(id) % 2 === 1)),
    byType: Object.fromEntries(
      PAGE_TYPES.map((type) => [type, meanF1(scores.filter((score) => score.type === type))]),
    ),
  }));
  const cells = rows.map(({ way, all, even, odd, byType, milliseconds }) => [
    way,
    ...[all, even, odd, ...PAGE_TYPES.map((type) => byType[type]!)].map((figure) =>
      figure.toFixed(3),
    ),
    milliseconds.toFixed(1),
  ]);
  console.log(
    formatTable(["F1", "all", "even ids", "odd ids", ...PAGE_TYPES, "ms CPU a page"], cells),
  );
  const [ours, ...peers] = rows;
  const upstream = PAGE_TYPES.filter((type) =>
    peers.some(({ byType }) => byType[type]! > ours!.byType[type]!),
  );
  console.log(
    upstream.length === 0
      ? "\nmet     not behind a peer on any type of page"
      : `\nmissed  behind a peer on ${upstream.join(", ")}`,
  );
  return {
    rows,
    pages: Object.fromEntries(readings.map(([extractor, { scores }]) => [extractor, scores])),
  };
}

async function measureExtractor(extractor: string): Promise<ExtractionResult> {
  const { stdout } = await promisify(execFile)(
    RUNTIMES.node[0],
    [`${ROOT}conformance/bench/extraction-reader.ts`, extractor],
    {
      cwd: ROOT,
      env: processEnvironment,
      timeout: 900_000,
      maxBuffer: 1e8,
    },
  );
  return JSON.parse(stdout) as ExtractionResult;
}

function meanF1(scores: readonly { readonly f1: number }[]): number {
  return scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length;
}
