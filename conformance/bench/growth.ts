import {
  CREATE,
  CREATE_BY_KEY,
  createContestant,
  GET_COMPLETED,
  LOAD,
  medianSlowdown,
  normalizeResponse,
} from "./checkouts.ts";
import { COLUMN_TITLES, compare, formatRow, type Row } from "./compare.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import type { ShopStorage, ShopStorages } from "./shop-storages.ts";
import { formatTable } from "./table.ts";
import { cpuRatio, formatTargets, type PerformanceTarget } from "./targets.ts";

/** How many times as much a full store may take as an empty one. */
const MAX_GROWTH = 1.5;

/** Nothing but the storage takes time. */
const NO_LATENCY = { open: 0, find: 0 };

/** The same requests to a shop that has next to nothing stored and to one that has very many, on the first runtime, with a provider that answers at once. */
export async function measureGrowth(
  locations: ShopStorages,
  empty: readonly ShopStorage[],
  options: BenchOptions,
) {
  const [runtime] = options.runtimes;
  const full: ShopStorage[] = [];
  for (const storage of locations.kinds) full.push(await locations.create(storage, options.stored));
  for (const { storage, stored, seconds, megabytes } of full) {
    console.log(
      `${storage}: ${stored.toLocaleString("en")} checkouts stored in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB.`,
    );
  }
  const rows: Row[] = [];
  const floors = new Map<Row, Row>();
  const targets: PerformanceTarget[] = [];
  for (const request of [CREATE, CREATE_BY_KEY, GET_COMPLETED]) {
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
      floors.set(before, before).set(after, before);
      const what = `${runtime}: ${after.name}, of the same with ${shops[index]!.stored}`;
      targets.push({
        description: `${what}: CPU a request`,
        measured: cpuRatio(after, before)!,
        max: MAX_GROWTH,
      });
      targets.push({
        description: `${what}: times slower`,
        measured: medianSlowdown(after, before),
        max: MAX_GROWTH,
      });
    }
    rows.push(...measured);
  }
  const titles = COLUMN_TITLES.map((title) => (title === "× bare" ? "× empty" : title));
  const cells = rows.map((row) => [
    ...formatRow(row, floors.get(row)),
    median(row.rates).toFixed(0),
    medianSlowdown(row, floors.get(row)!).toFixed(2),
  ]);
  console.log(
    `\n${formatTable([...titles, "median requests/s", "× slower"], cells)}\n\n${formatTargets(targets)}`,
  );
  return { places: full, rows, targets };
}
