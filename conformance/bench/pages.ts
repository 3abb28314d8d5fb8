import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { readAssets } from "../../adapters/assets/assets.ts";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { sortableId } from "../../core/lib/kit/bytes/sortable-id.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import {
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "../account/fixtures/fixture.ts";
import { ROOT } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";

const CATALOG = process.env["CATALOG_DIR"] ?? join(ROOT, "catalog");

/** The measured pages, the smallest first: its cost is that of every page. */
const PAGES = [
  "/sign-in",
  "/account/audit",
  "/keys",
  "/activity",
  "/integrations/github",
  "/integrations",
  "/",
];

const REQUESTS = 200;
const KEYS = 20;
const RUNS = 1_000;

/**
 * Measures the pages of the account with the whole catalog, in this process: the size of the HTML
 * and of what it loads, and the CPU time of a request. The fixture has the files of a browser's
 * request, but no network.
 */
export async function benchPages({ rounds }: BenchOptions): Promise<object> {
  if (!existsSync(join(CATALOG, "catalog.json")))
    throw new Error(`No catalog in "${CATALOG}". Compile it with npm run catalog.`);
  const catalog = await openCatalog(CATALOG);
  if (!catalog)
    throw new Error(`The catalog in "${CATALOG}" has another format. Compile it again.`);
  const account = await startTestAccount({ catalog });
  try {
    const owner = await account.setUp();
    for (let index = 0; index < KEYS; index++)
      await owner.api("POST", "/keys", { name: `key ${index}`, permissions: ["read"] });
    for (let index = 0; index < RUNS; index++) await addRun(account, index);
    const times = new Map<string, number[]>(PAGES.map((path) => [path, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const path of PAGES) {
        showProgress(`${path}: round ${round} of ${rounds}`);
        const time = await measureRequests(owner, path);
        // The first round warms up.
        if (round > 0) times.get(path)!.push(time);
      }
    }
    showProgress("");
    const rows = await Promise.all(
      PAGES.map(async (path) => ({
        path,
        bytes: gzipSync(await (await owner.request("GET", path)).text()).length,
        cpu: median(times.get(path)!),
      })),
    );
    const assets = Object.values(readAssets()).map(({ path, gzip }) => ({
      name: path.split("/").at(-1)!,
      bytes: gzip.length,
    }));
    console.log(
      formatTable(
        ["page", "", "HTML, bytes gzipped", "CPU µs"],
        rows.map(({ path, bytes, cpu }) => [path, "", String(bytes), cpu.toFixed(0)]),
      ),
    );
    console.log(
      `\n${formatTable(
        ["file", "", "bytes gzipped"],
        assets.map(({ name, bytes }) => [name, "", String(bytes)]),
      )}`,
    );
    console.log(`\n${formatTargets(createTargets(rows, assets))}`);
    return { rows, assets };
  } finally {
    await account.close();
    await catalog.close();
  }
}

/** Adds a run of an end user to the last 24 hours. */
const addRun = ({ runStore, now }: TestAccount, index: number) => {
  const time = now() - index * 60_000;
  const created = new Date(time).toISOString();
  return runStore.finish(
    {
      id: sortableId("run", time),
      account: DEFAULT_ACCOUNT,
      user: `user_${index % 7}`,
      key: "key_1",
      source: index % 2 === 0 ? "mcp" : "api",
      app: "github",
      tool: "github.issues_create",
      status: index % 9 === 0 ? "failed" : "succeeded",
      isUnsafe: true,
      arguments: { owner: "octocat", repo: "hello-world", title: "It hums" },
      attempts: [{ started: created, milliseconds: 120, status: 201 }],
      created,
      finished: created,
    },
    { wasBegun: false },
  );
};

/** Returns the CPU microseconds of one request, of many in a row. */
async function measureRequests(browser: TestBrowser, path: string): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < REQUESTS; index++) {
    const response = await browser.request("GET", path);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    await response.text();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

const createTargets = (
  rows: readonly { readonly path: string; readonly bytes: number; readonly cpu: number }[],
  assets: readonly { readonly name: string; readonly bytes: number }[],
): PerformanceTarget[] => [
  ...rows.flatMap(({ path, bytes, cpu }) => [
    { description: `${path}: bytes of HTML, gzipped`, measured: bytes, max: 10_000 },
    { description: `${path}: CPU µs`, measured: cpu, max: 1_500 },
  ]),
  ...assets.map(({ name, bytes }) => ({
    description: `${name}: bytes, gzipped`,
    measured: bytes,
    max: name.endsWith(".css") ? 8_000 : 5_000,
  })),
];
