import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type RetentionByKind, toPercent } from "../reading/retention.ts";
import { CONVERTERS } from "./markdown-converters.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { processEnvironment, ROOT, RUNTIMES } from "./runtimes.ts";
import { formatTable, showProgress } from "./table.ts";
import { formatTargets } from "./targets.ts";

/** Megabytes a second of CPU. */
interface Speed {
  readonly pages: number;
  readonly documentation: number;
  readonly web: number;
  /** Pages that the converter throws at. */
  readonly errors: number;
}

const KINDS = ["headings", "links", "code", "cells", "items", "lists"] as const;
const [JACKFIELD, JACKFIELD_WHOLE] = Object.keys(CONVERTERS);

/** Pages of documentations and of the web turned into Markdown on Node, each converter in a process of its own, and what it keeps. */
export async function benchMarkdown({ rounds }: BenchOptions): Promise<object> {
  const speeds = new Map<string, Speed[]>();
  const retentions = new Map<string, RetentionByKind>();
  for (const converter of Object.keys(CONVERTERS)) {
    try {
      // The main part is not all of the page: what it keeps says nothing.
      if (converter !== JACKFIELD)
        retentions.set(converter, await runReader<RetentionByKind>(converter, "kept"));
      speeds.set(converter, []);
    } catch (error) {
      console.error(
        `${converter} is left out: ${(error as Error).message.trim().split("\n").at(-1)}`,
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
    way: converter,
    pages: all[0]!.pages,
    thrown: all[0]!.errors,
    documentation: median(all.map((each) => each.documentation)),
    web: median(all.map((each) => each.web)),
    kept: Object.fromEntries(
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
    "thrown at",
    "documentation, MB/s",
    "web, MB/s",
    ...KINDS.map((kind) => `${kind}, %`),
  ];
  const cells = rows.map(({ way, pages, thrown, documentation, web, kept }) => [
    way,
    "",
    String(pages),
    String(thrown),
    documentation.toFixed(1),
    web > 0 ? web.toFixed(1) : "",
    ...KINDS.map((kind) => kept[kind]?.toFixed(1) ?? ""),
  ]);
  const ours = rows.find(({ way }) => way === JACKFIELD);
  const whole = rows.find(({ way }) => way === JACKFIELD_WHOLE);
  const targets = [
    ...(ours
      ? [
          {
            description: "milliseconds of CPU for a megabyte of documentation (10 MB/s)",
            measured: 1000 / ours.documentation,
            max: 100,
          },
        ]
      : []),
    ...(whole
      ? KINDS.map((kind) => ({
          description: `per cent of ${kind} lost`,
          measured: 100 - whole.kept[kind]!,
          max: 2,
        }))
      : []),
  ];
  console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
  return { rows, targets };
}

async function runReader<Answer>(converter: string, ...args: string[]): Promise<Answer> {
  const [command, ...before] = RUNTIMES.node;
  const { stdout } = await promisify(execFile)(
    command,
    [...before, `${ROOT}conformance/bench/markdown-reader.ts`, converter, ...args],
    { cwd: ROOT, env: processEnvironment, timeout: 300_000, maxBuffer: 1 << 24 },
  );
  return JSON.parse(stdout) as Answer;
}
