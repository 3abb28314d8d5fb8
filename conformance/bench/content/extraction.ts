import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES } from "../load/runtimes.ts";
import type { BenchOptions } from "../options.ts";
import { formatTable, showProgress } from "../report/table.ts";
import { PAGE_TYPES } from "./extraction-pages.ts";

/**
 * The result of one extractor: an F1 score from 0 to 1 for each page, and CPU milliseconds per
 * page.
 */
interface ExtractionResult {
  readonly scores: readonly { readonly id: string; readonly type: string; readonly f1: number }[];
  readonly milliseconds: number;
  readonly megabytes: number;
}

const EXTRACTORS = ["Jackfield", "Readability", "Defuddle"];

/** Compares the extraction of labeled main content with other libraries. */
export async function benchExtraction(_options: BenchOptions): Promise<object> {
  const folder = process.env["BENCH_DATA_DIR"];
  if (!folder || !existsSync(`${folder}/content/html`)) {
    throw new Error(
      "BENCH_DATA_DIR has no WCXB pages. Set it to a folder with content/html and content/ground-truth from github.com/Murrough-Foley/web-content-extraction-benchmark.",
    );
  }
  const results: [string, ExtractionResult][] = [];
  for (const extractor of EXTRACTORS) {
    showProgress(`extracting with ${extractor}`);
    results.push([extractor, await measureExtractor(extractor)]);
  }
  showProgress("");
  const rows = results.map(([extractor, { scores, milliseconds }]) => ({
    extractor,
    milliseconds,
    all: meanF1(scores),
    even: meanF1(scores.filter(({ id }) => Number(id) % 2 === 0)),
    odd: meanF1(scores.filter(({ id }) => Number(id) % 2 === 1)),
    byType: Object.fromEntries(
      PAGE_TYPES.map((type) => [type, meanF1(scores.filter((score) => score.type === type))]),
    ),
  }));
  const cells = rows.map(({ extractor, all, even, odd, byType, milliseconds }) => [
    extractor,
    ...[all, even, odd, ...PAGE_TYPES.map((type) => byType[type]!)].map((figure) =>
      figure.toFixed(3),
    ),
    milliseconds.toFixed(1),
  ]);
  console.log(
    formatTable(["F1", "all", "even IDs", "odd IDs", ...PAGE_TYPES, "CPU ms/page"], cells),
  );
  const [ours, ...peers] = rows;
  const behind = PAGE_TYPES.filter((type) =>
    peers.some(({ byType }) => byType[type]! > ours!.byType[type]!),
  );
  console.log(
    behind.length === 0
      ? "\nmet     not behind a peer on any type of page"
      : `\nmissed  behind a peer on ${behind.join(", ")}`,
  );
  return {
    rows,
    pages: Object.fromEntries(results.map(([extractor, { scores }]) => [extractor, scores])),
  };
}

async function measureExtractor(extractor: string): Promise<ExtractionResult> {
  const { stdout } = await promisify(execFile)(
    RUNTIMES.node[0],
    [`${ROOT}conformance/bench/content/extraction-reader.ts`, extractor],
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
