import type { BenchOptions } from "../options.ts";
import { COLUMN_TITLES, compare, formatRow, type Row } from "../report/compare.ts";
import { median } from "../report/median.ts";
import { formatTable } from "../report/table.ts";
import { cpuRatio, formatTargets, type PerformanceTarget } from "../report/targets.ts";
import {
  CREATE,
  CREATE_WITH_KEY,
  createContestant,
  GET_COMPLETED,
  LOAD,
  medianSlowdown,
  normalizeResponse,
} from "./checkout-requests.ts";
import type { ShopStorage, ShopStorages } from "./shop-storages.ts";

/** The allowed ratio of a full store to an empty one. */
const MAX_GROWTH = 1.5;

/** A payment provider without latency, so that only the storage takes time. */
const NO_LATENCY = { open: 0, find: 0 };

/**
 * Compares shops with few and with many stored checkouts, on the first runtime, without provider
 * latency.
 */
export async function measureGrowth(
  storages: ShopStorages,
  empty: readonly ShopStorage[],
  options: BenchOptions,
) {
  const [runtime] = options.runtimes;
  const full: ShopStorage[] = [];
  for (const storage of storages.kinds) full.push(await storages.create(storage, options.stored));
  for (const { storage, stored, seconds, megabytes } of full) {
    console.log(
      `${storage}: ${stored.toLocaleString("en")} checkouts stored in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB.`,
    );
  }
  const rows: Row[] = [];
  const baselines = new Map<Row, Row>();
  const targets: PerformanceTarget[] = [];
  for (const request of [CREATE, CREATE_WITH_KEY, GET_COMPLETED]) {
    const shops = empty.flatMap((shop, index) => [shop, full[index]!]);
    const contestants = shops.map((shop) =>
      createContestant(
        request,
        shop,
        NO_LATENCY,
        `${request.name}, ${shop.stored.toLocaleString("en")} stored`,
      ),
    );
    const measured = await compare(runtime!, {
      ...options,
      contestants,
      normalizeResponse,
      ...LOAD,
    });
    for (let index = 0; index < measured.length; index += 2) {
      const [before, after] = [measured[index]!, measured[index + 1]!];
      baselines.set(before, before).set(after, before);
      const label = `${runtime}: ${after.name}, compared with ${shops[index]!.stored} stored`;
      targets.push({
        description: `${label}: CPU per request, ratio`,
        measured: cpuRatio(after, before)!,
        max: MAX_GROWTH,
      });
      targets.push({
        description: `${label}: time, ratio`,
        measured: medianSlowdown(after, before),
        max: MAX_GROWTH,
      });
    }
    rows.push(...measured);
  }
  const titles = COLUMN_TITLES.map((title) => (title === "× bare" ? "× empty" : title));
  const cells = rows.map((row) => [
    ...formatRow(row, baselines.get(row)),
    median(row.rates).toFixed(0),
    medianSlowdown(row, baselines.get(row)!).toFixed(2),
  ]);
  console.log(
    `\n${formatTable([...titles, "median requests/s", "× slower"], cells)}\n\n${formatTargets(targets)}`,
  );
  return { storages: full, rows, targets };
}
