import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadMix } from "../load/mixed-load.ts";
import { peakMegabytes, residentMegabytes } from "../load/process-usage.ts";
import { startServer } from "../load/server-process.ts";
import { median } from "../report/median.ts";
import { showProgress } from "../report/table.ts";
import {
  addConnections,
  connectionId,
  createInstallation,
  type Installation,
} from "./installation.ts";
import { fitLine, type LinearFit } from "./linear-fit.ts";
import { writePages } from "./page-folder.ts";
import { startProgram } from "./program.ts";
import { createRun } from "./requests.ts";
import { addTriggers } from "./stored-triggers.ts";

/** The memory of one process in megabytes of 1,000,000 bytes. */
interface Memory {
  readonly resident: number;
  /** The most that it had resident since its start. */
  readonly peak: number;
}

/** The memory of fresh processes with more and more of one thing. */
export interface MemorySlope {
  readonly name: string;
  readonly measured: readonly (Memory & { readonly count: number })[];
  /** In megabytes for each of them. */
  readonly resident: LinearFit;
  readonly peak: LinearFit;
}

export interface MemoryResult {
  /** After the start, by the services that are on. */
  readonly start: Readonly<Record<"site" | "platform" | "both", number>>;
  readonly bytesPerPage: number;
  readonly slopes: readonly MemorySlope[];
}

const SIZES = {
  pages: [5_000, 10_000, 20_000],
  connections: [500, 4_000, 10_000],
  triggers: [1_000, 10_000, 20_000],
};
/** The same for each number of connections, so that only the connections differ. */
const RUNS = 10_000;
const SETTLE_MS = 2_000;

/** Measures the memory of fresh processes: after the start, and by pages, connections and triggers. */
export async function measureMemory(): Promise<MemoryResult> {
  await using stack = new AsyncDisposableStack();
  const app = await startServer({ runtime: "node", server: "app-upstream", variant: "" });
  stack.defer(() => app.stop());
  const installation = createInstallation(`http://127.0.0.1:${app.port}`);
  stack.defer(() => installation.remove());
  const start = {
    site: await measureStart({ ...installation.settings, PLATFORM: "off" }),
    platform: await measureStart({ ...installation.settings, SITE: "off" }),
    both: await measureStart(installation.settings),
  };
  const { bytesPerPage, slope } = await measurePages();
  const connections = await measureConnections(installation);
  const triggers = await measureTriggers(installation);
  return { start, bytesPerPage, slopes: [slope, connections, triggers] };
}

async function measureStart(settings: Readonly<Record<string, string>>): Promise<number> {
  const values: number[] = [];
  for (let start = 0; start < 3; start++) {
    showProgress(`memory after start ${start + 1} of 3`);
    values.push((await measureProgram(settings, async () => {})).resident);
  }
  return median(values);
}

async function measurePages() {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-pages-"));
  const settings = {
    SITE_CONTENT: join(folder, "site"),
    SITE_NAME: "Pages",
    SITE_SEARCH: "text",
    DATA_DIR: join(folder, "data"),
    PLATFORM: "off",
  };
  try {
    let bytes = 0;
    const slope = await measureSlope("pages", SIZES.pages, async (from, to) => {
      bytes += writePages(settings.SITE_CONTENT, { from, to });
      return measureProgram(settings, async ({ site }) => {
        // Waits until all pages are in the index.
        const response = await fetch(`${site}/agent/search?q=page&limit=1`);
        const { total } = (await response.json()) as { readonly total: number };
        if (total !== to) throw new Error(`The search has ${total} of ${to} pages.`);
      });
    });
    return { slope, bytesPerPage: bytes / SIZES.pages.at(-1)! };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const measureConnections = (installation: Installation): Promise<MemorySlope> =>
  measureSlope("connections", SIZES.connections, async (from, to) => {
    const parts = await installation.open();
    await addConnections(parts, { from, to }).finally(() => parts.close());
    const settings = { ...installation.settings, SITE: "off", RATE_LIMIT_KEYS: "off" };
    return measureProgram(settings, async ({ platform }) => {
      const { key } = installation;
      const requests = Array.from({ length: to }, (_, index) =>
        createRun({ platform, key, connection: connectionId(index) }),
      );
      await loadMix(requests, { count: RUNS, connections: 8 });
    });
  });

const measureTriggers = (installation: Installation): Promise<MemorySlope> =>
  measureSlope("triggers", SIZES.triggers, async (from, to) => {
    const parts = await installation.open();
    await addTriggers(parts, { from, to }).finally(() => parts.close());
    return measureProgram({ ...installation.settings, SITE: "off" }, async () => {});
  });

/** Measures a fresh process for each size. `measure` adds what is missing first. */
async function measureSlope(
  name: string,
  sizes: readonly number[],
  measure: (from: number, to: number) => Promise<Memory>,
): Promise<MemorySlope> {
  const measured: (Memory & { readonly count: number })[] = [];
  for (const [at, count] of sizes.entries()) {
    showProgress(`memory with ${count.toLocaleString("en")} ${name}`);
    measured.push({ count, ...(await measure(sizes[at - 1] ?? 0, count)) });
  }
  const fitTo = (figure: keyof Memory) =>
    fitLine(measured.map((each) => ({ x: each.count, y: each[figure] })));
  return { name, measured, resident: fitTo("resident"), peak: fitTo("peak") };
}

/** Starts the program, uses it, and returns its memory a moment later. */
async function measureProgram(
  settings: Readonly<Record<string, string>>,
  use: (origins: { readonly site: string; readonly platform: string }) => Promise<void>,
): Promise<Memory> {
  const program = await startProgram(settings);
  try {
    await use(program);
    await pause(SETTLE_MS);
    return { resident: residentMegabytes(program.pid), peak: peakMegabytes(program.pid) };
  } finally {
    await program.stop();
  }
}
