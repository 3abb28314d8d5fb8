import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type KeptByKind, percentOf } from "../reading/kept.ts";
import { CONVERTERS } from "./markdown-converters.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { environment, ROOT, RUNTIMES } from "./runtimes.ts";
import { showProgress, tableOf } from "./table.ts";
import { targetLines } from "./targets.ts";

/** Megabytes a second of CPU. */
interface Speed {
  readonly pages: number;
  readonly documentation: number;
  readonly web: number;
  /** Pages that the converter throws at. */
  readonly thrown: number;
}

const KINDS = ["headings", "links", "code", "cells", "items", "lists"] as const;
const [OURS, OURS_WHOLE] = Object.keys(CONVERTERS);

/** Pages of documentations and of the web turned into Markdown on Node, each converter in a process of its own, and what it keeps. */
export async function benchMarkdown({ rounds }: Options): Promise<object> {
  const speeds = new Map<string, Speed[]>();
  const kept = new Map<string, KeptByKind>();
  for (const way of Object.keys(CONVERTERS)) {
    try {
      // The main part is not all of the page: what it keeps says nothing.
      if (way !== OURS) kept.set(way, await ask<KeptByKind>(way, "kept"));
      speeds.set(way, []);
    } catch (error) {
      console.error(`${way} is left out: ${(error as Error).message.trim().split("\n").at(-1)}`);
    }
  }
  for (let round = 1; round <= rounds; round++) {
    for (const [way, all] of speeds) {
      showProgress(`round ${round} of ${rounds}, ${way}`);
      all.push(await ask<Speed>(way));
    }
  }
  showProgress("");
  const rows = [...speeds].map(([way, all]) => ({
    way,
    pages: all[0]!.pages,
    thrown: all[0]!.thrown,
    documentation: median(all.map((each) => each.documentation)),
    web: median(all.map((each) => each.web)),
    kept: Object.fromEntries(
      KINDS.map((kind) => [kind, kept.has(way) ? percentOf(kept.get(way)![kind]) : undefined]),
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
  const ours = rows.find(({ way }) => way === OURS);
  const whole = rows.find(({ way }) => way === OURS_WHOLE);
  const targets = [
    ...(ours
      ? [
          {
            claim: "milliseconds of CPU for a megabyte of documentation (10 MB/s)",
            figure: 1000 / ours.documentation,
            atMost: 100,
          },
        ]
      : []),
    ...(whole
      ? KINDS.map((kind) => ({
          claim: `per cent of ${kind} lost`,
          figure: 100 - whole.kept[kind]!,
          atMost: 2,
        }))
      : []),
  ];
  console.log(`${tableOf(titles, cells)}\n\n${targetLines(targets)}`);
  return { rows, targets };
}

async function ask<Answer>(way: string, ...words: string[]): Promise<Answer> {
  const [command, ...before] = RUNTIMES.node;
  const { stdout } = await promisify(execFile)(
    command,
    [...before, `${ROOT}conformance/bench/markdown-reader.ts`, way, ...words],
    { cwd: ROOT, env: environment, timeout: 300_000, maxBuffer: 1 << 24 },
  );
  return JSON.parse(stdout) as Answer;
}
