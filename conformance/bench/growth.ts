import {
  CREATE,
  CREATE_BY_KEY,
  contestant,
  essence,
  GET_COMPLETED,
  LOAD,
  slower,
} from "./checkouts.ts";
import { cellsOf, compare, type Row, TITLES } from "./compare.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import type { ShopPlace, ShopPlaces } from "./shop-places.ts";
import { tableOf } from "./table.ts";
import { type Target, targetLines, timesOf } from "./targets.ts";

/** How many times as much a full store may take as an empty one. */
const GROWTH = 1.5;

/** Nothing but the storage takes time. */
const AT_ONCE = { open: 0, find: 0 };

/** The same requests to a shop that has next to nothing stored and to one that has very many, on the first runtime, with a provider that answers at once. */
export async function measureGrowth(
  places: ShopPlaces,
  empty: readonly ShopPlace[],
  options: Options,
) {
  const [runtime] = options.runtimes;
  const full: ShopPlace[] = [];
  for (const storage of places.storages) full.push(await places.make(storage, options.stored));
  for (const { storage, stored, seconds, megabytes } of full) {
    console.log(
      `${storage}: ${stored.toLocaleString("en")} checkouts stored in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB.`,
    );
  }
  const rows: Row[] = [];
  const floors = new Map<Row, Row>();
  const targets: Target[] = [];
  for (const asked of [CREATE, CREATE_BY_KEY, GET_COMPLETED]) {
    const shops = empty.flatMap((shop, at) => [shop, full[at]!]);
    const contestants = shops.map((shop) =>
      contestant(asked, shop, AT_ONCE, `${asked.name}, ${shop.stored.toLocaleString("en")} stored`),
    );
    const measured = await compare(runtime!, { ...options, contestants, essence, ...LOAD });
    for (let at = 0; at < measured.length; at += 2) {
      const [before, after] = [measured[at]!, measured[at + 1]!];
      floors.set(before, before).set(after, before);
      const what = `${runtime}: ${after.name}, of the same with ${shops[at]!.stored}`;
      targets.push({
        claim: `${what}: CPU a request`,
        figure: timesOf(after, before)!,
        atMost: GROWTH,
      });
      targets.push({
        claim: `${what}: times slower`,
        figure: slower(after, before),
        atMost: GROWTH,
      });
    }
    rows.push(...measured);
  }
  const titles = TITLES.map((title) => (title === "× bare" ? "× empty" : title));
  const cells = rows.map((row) => [
    ...cellsOf(row, floors.get(row)),
    median(row.rates).toFixed(0),
    slower(row, floors.get(row)!).toFixed(2),
  ]);
  console.log(
    `\n${tableOf([...titles, "median requests/s", "× slower"], cells)}\n\n${targetLines(targets)}`,
  );
  return { places: full, rows, targets };
}
