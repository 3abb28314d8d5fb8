import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type RetentionByKind, toPercent } from "../../reading/facts.ts";
import { processEnvironment, ROOT, RUNTIMES } from "../load/runtimes.ts";
import type { BenchOptions } from "../options.ts";
import { median } from "../report/median.ts";
import { formatTable, showProgress } from "../report/table.ts";
import { formatTargets } from "../report/targets.ts";
import { CONVERTERS } from "./markdown-converters.ts";

/** Speeds in megabytes per second of CPU time. */
interface Speed {
  readonly pages: number;
  readonly documentation: number;
  readonly web: number;
  /** Pages on which the converter throws. */
  readonly errors: number;
}

const KINDS = ["headings", "links", "code", "cells", "items", "lists"] as const;
const [JACKFIELD, JACKFIELD_WHOLE] = Object.keys(CONVERTERS);

/**
 * Compares converters on documentation and web pages: speed, and how much content remains. Each
 * runs in its own Node process.
 */
export async function benchMarkdown({ rounds }: BenchOptions): Promise<object> {
  const speeds = new Map<string, Speed[]>();
  const retentions = new Map<string, RetentionByKind>();
  for (const converter of Object.keys(CONVERTERS)) {
    try {
      // This converter extracts the main content only, so its retention is meaningless.
      if (converter !== JACKFIELD)
        retentions.set(converter, await runReader<RetentionByKind>(converter, "retention"));
      speeds.set(converter, []);
    } catch (error) {
      console.error(
        `${converter} is skipped: ${(error as Error).message.trim().split("\n").at(-1)}`,
      );
    }
  }
  for (let round = 1; round <= rounds; round++) {
    for (const [converter, all] of speeds) {
      showProgress(`round ${round} of ${rounds}, ${converter}`);
      all.push(await runReader<Speed>(converter));
    }
  }
  showProgress("");
  const rows = [...speeds].map(([converter, all]) => ({
    converter,
    pages: all[0]!.pages,
    errors: all[0]!.errors,
    documentation: median(all.map((each) => each.documentation)),
    web: median(all.map((each) => each.web)),
    retained: Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        retentions.has(converter) ? toPercent(retentions.get(converter)![kind]) : undefined,
      ]),
    ),
  }));
  const titles = [
    "converter",
    "",
    "pages",
    "errors",
    "documentation, MB/s",
    "web, MB/s",
    ...KINDS.map((kind) => `${kind}, %`),
  ];
  const cells = rows.map(({ converter, pages, errors, documentation, web, retained }) => [
    converter,
    "",
    String(pages),
    String(errors),
    documentation.toFixed(1),
    web > 0 ? web.toFixed(1) : "",
    ...KINDS.map((kind) => retained[kind]?.toFixed(1) ?? ""),
  ]);
  const ours = rows.find(({ converter }) => converter === JACKFIELD);
  const whole = rows.find(({ converter }) => converter === JACKFIELD_WHOLE);
  const targets = [
    ...(ours
      ? [
          {
            description: "CPU ms per MB of documentation (100 is 10 MB/s)",
            measured: 1000 / ours.documentation,
            max: 100,
          },
        ]
      : []),
    ...(whole
      ? KINDS.map((kind) => ({
          description: `${kind} lost, %`,
          measured: 100 - whole.retained[kind]!,
          max: 2,
        }))
      : []),
  ];
  console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
  return { rows, targets };
}

async function runReader<Result>(converter: string, ...args: string[]): Promise<Result> {
  const [command, ...before] = RUNTIMES.node;
  const { stdout } = await promisify(execFile)(
    command,
    [...before, `${ROOT}conformance/bench/content/markdown-reader.ts`, converter, ...args],
    { cwd: ROOT, env: processEnvironment, timeout: 300_000, maxBuffer: 1 << 24 },
  );
  return JSON.parse(stdout) as Result;
}
