import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { findFreePort } from "../targets/http-client.ts";
import { ROOT } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";
import { waitForResponse } from "./start.ts";

/** The first start of a fresh clone. */
interface FreshStart {
  /** From the command to the first response. */
  readonly seconds: number;
  readonly packages: number;
  /** The size of `node_modules`. */
  readonly megabytes: number;
  /** The part of it that is a Node for machines with an older one. */
  readonly nodeMegabytes: number;
}

const TIMEOUT_SECONDS = 600;

/**
 * Measures `npm start` in fresh clones of the last commit, set-up included, beside another checkout's.
 * npm's cache is left as it is, so the first round may download what later ones find there.
 */
export async function benchFreshStart({ rounds, old }: BenchOptions): Promise<object> {
  const starts = new Map<string, FreshStart[]>([["this checkout", []]]);
  if (old !== undefined) starts.set(old, []);
  for (let round = 1; round <= rounds; round++) {
    for (const [name, all] of starts) {
      showProgress(`${name}: first start ${round} of ${rounds}`);
      all.push(await measureFreshStart(name === old ? old : ROOT));
    }
  }
  showProgress("");
  const rows = [...starts].map(([checkout, all]) => ({ checkout, ...computeMedians(all), all }));
  const cells = rows.map((row) => [
    row.checkout,
    row.all.map(({ seconds }) => seconds.toFixed(0)).join(" "),
    row.seconds.toFixed(0),
    String(row.packages),
    row.megabytes.toFixed(0),
    row.nodeMegabytes.toFixed(0),
  ]);
  const titles = ["checkout", "starts, s", "median, s", "packages", "MB", "of them Node"];
  const targets = compareStarts(rows[0]!, rows[1]);
  console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
  return { rows, targets };
}

const compareStarts = (now: FreshStart, before: FreshStart | undefined) => [
  { description: "packages", measured: now.packages, max: 180 },
  { description: "MB beyond Node", measured: now.megabytes - now.nodeMegabytes, max: 100 },
  ...(before
    ? [
        { description: "× its time", measured: now.seconds / before.seconds, max: 0.33 },
        { description: "× its size", measured: now.megabytes / before.megabytes, max: 0.25 },
      ]
    : []),
];

async function measureFreshStart(checkout: string): Promise<FreshStart> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-fresh-"));
  try {
    const source = pathToFileURL(checkout).href;
    const quietly = ["-c", "advice.detachedHead=false", "clone", "--quiet"];
    execFileSync("git", [...quietly, "--depth", "1", source, folder]);
    const port = await findFreePort();
    const startedAt = performance.now();
    const child = startInClone(folder, port);
    try {
      await waitForResponse(port, startedAt + TIMEOUT_SECONDS * 1000);
    } finally {
      await stopGroup(child);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const modules = join(folder, "node_modules");
    const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
    return {
      seconds,
      packages: Object.keys(packages).length,
      megabytes: folderMegabytes(modules),
      nodeMegabytes: sum(
        readdirSync(modules)
          .filter((name) => /^node(?:-bin-setup|-[a-z]+-[a-z0-9]+)?$/.test(name))
          .map((name) => folderMegabytes(join(modules, name))),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the demo site as a user would. The project's own programs aren't in `PATH`. */
function startInClone(folder: string, port: number): ChildProcess {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  return spawn("npm", ["start"], {
    cwd: folder,
    detached: true,
    stdio: "ignore",
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^npm_(?:package|lifecycle)_/.test(name)),
      ),
      PATH: path.filter((part) => !part.includes("node_modules")).join(delimiter),
      SITE_PORT: String(port),
      PLATFORM: "off",
    },
  });
}

/** Stops npm and the server that it started. */
async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid!, "SIGTERM");
  await closed;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** The size of the files in a folder. A file with several names counts once. */
function folderMegabytes(folder: string): number {
  const sizes = new Map<number, number>();
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    // Files of a cache may disappear while they are counted.
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stats) sizes.set(stats.ino, stats.size);
  }
  return sum([...sizes.values()]) / 1e6;
}

const computeMedians = (all: readonly FreshStart[]): FreshStart => ({
  seconds: median(all.map(({ seconds }) => seconds)),
  packages: all[0]!.packages,
  megabytes: all[0]!.megabytes,
  nodeMegabytes: all[0]!.nodeMegabytes,
});
