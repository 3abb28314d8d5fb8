import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES } from "./load/runtimes.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";
import { ENGINES } from "./search/engines.ts";
import { DOCUMENTATIONS } from "./search/questions.ts";

/** The figures of one engine on one documentation. Times are CPU time. */
interface Measurement {
  readonly pages: number;
  readonly questions: number;
  /** How many questions have a right page first, and how many have one within the first five. */
  readonly first: number;
  readonly withinFive: number;
  readonly buildMs: number;
  readonly queryUs: number;
  /** The memory of the index. The texts themselves aren't counted. */
  readonly bytesPerPage: number;
  /** The questions without a right page first, with the page that came first. */
  readonly wrong: readonly string[];
}

/** Asks questions about three documentations, with each engine in a process of its own. */
export async function benchSearch(): Promise<object> {
  const rows: { documentation: string; engine: string; measured: Measurement }[] = [];
  for (const { pack } of DOCUMENTATIONS) {
    for (const engine of Object.keys(ENGINES)) {
      showProgress(`${pack.name}: ${engine}`);
      rows.push({ documentation: pack.name, engine, measured: await measure(engine, pack.name) });
    }
  }
  showProgress("");
  const titles = [
    "documentation",
    "engine",
    "right first",
    "within five",
    "index, CPU ms",
    "query, CPU µs",
    "kB a page",
  ];
  const cells = rows.map(({ documentation, engine, measured }) => [
    `${documentation}, ${measured.pages} pages`,
    engine,
    `${measured.first} of ${measured.questions}`,
    `${measured.withinFive} of ${measured.questions}`,
    measured.buildMs.toFixed(0),
    measured.queryUs.toFixed(0),
    (measured.bytesPerPage / 1000).toFixed(1),
  ]);
  const total = (engine: string, figure: "first" | "withinFive") =>
    rows
      .filter((row) => row.engine === engine)
      .reduce((sum, { measured }) => sum + measured[figure], 0);
  const peers = ["MiniSearch", "Orama"];
  const bestPeer = (figure: "first" | "withinFive") =>
    Math.max(...peers.map((peer) => total(peer, figure)));
  const targets = [
    {
      description: "right first, best peer / Jackfield",
      measured: bestPeer("first") / total("Jackfield", "first"),
      max: 1,
    },
    {
      description: "within five, best peer / Jackfield",
      measured: bestPeer("withinFive") / total("Jackfield", "withinFive"),
      max: 1,
    },
    {
      description: "kB a page for titles and headings",
      measured: meanKilobytes(rows.filter(({ engine }) => engine === "Jackfield, titles")),
      max: 2,
    },
  ];
  console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
  return { rows, targets };
}

async function measure(engine: string, documentation: string): Promise<Measurement> {
  const [command, ...commandArgs] = RUNTIMES.node;
  const script = `${ROOT}conformance/bench/search/reader.ts`;
  const { stdout } = await promisify(execFile)(
    command,
    [...commandArgs, "--expose-gc", script, engine, documentation],
    { cwd: ROOT, env: processEnvironment, timeout: 120_000 },
  );
  return JSON.parse(stdout) as Measurement;
}

function meanKilobytes(rows: readonly { readonly measured: Measurement }[]): number {
  const pages = rows.reduce((sum, { measured }) => sum + measured.pages, 0);
  const bytes = rows.reduce((sum, { measured }) => sum + measured.pages * measured.bytesPerPage, 0);
  return bytes / pages / 1000;
}
