import { STORED_GROUP_SIZE } from "../load/request-template.ts";
import type { BenchOptions } from "../options.ts";
import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "../report/compare.ts";
import { median } from "../report/median.ts";
import { profileServers } from "../report/profile.ts";
import { formatTable } from "../report/table.ts";
import { formatTargets, type PerformanceTarget } from "../report/targets.ts";
import type { Latency } from "../servers/shop.ts";
import {
  CHECKOUT_REQUESTS,
  type CheckoutRequest,
  CONNECTIONS,
  createContestant,
  LOAD,
  medianSlowdown,
  normalizeResponse,
} from "./checkout-requests.ts";
import { measureGrowth } from "./growth.ts";
import { createShopStorages, type ShopStorage } from "./shop-storages.ts";

/** The target for SQLite. PostgreSQL has none, because its server uses the same cores. */
const MAX_SLOWDOWN = 4;

/**
 * Creates and reads checkouts on each storage, with a payment provider of fixed latency, and
 * compares a bare server that waits as long. Then measures the effect of many stored checkouts.
 */
export async function benchCheckouts(options: BenchOptions): Promise<object> {
  const { latency } = options;
  const storages = await createShopStorages();
  try {
    const shops: ShopStorage[] = [];
    for (const storage of storages.kinds)
      shops.push(await storages.create(storage, STORED_GROUP_SIZE));
    if (options.profiles) {
      const contestants = shops.flatMap((shop) =>
        CHECKOUT_REQUESTS.map((request) => createContestant(request, shop, latency, request.name)),
      );
      return await profileServers("checkouts", contestants, {
        ...options,
        connections: CONNECTIONS,
      });
    }
    const rows: Row[] = [];
    for (const runtime of options.runtimes) {
      for (const request of CHECKOUT_REQUESTS) {
        const contestants = [
          ...shops.map((shop) => createContestant(request, shop, latency, request.name)),
          createBareContestant(request, shops[0]!, latency),
        ];
        rows.push(
          ...(await compare(runtime, { ...options, contestants, normalizeResponse, ...LOAD })),
        );
      }
    }
    const findBaseline = ({ runtime, name }: Row) =>
      rows.find(
        (row) => row.runtime === runtime && row.name === `${requestName(name)}: bare server`,
      )!;
    const cells = rows.map((row) => [
      ...formatRow(row, findBaseline(row)),
      median(row.rates).toFixed(0),
      medianSlowdown(row, findBaseline(row)).toFixed(2),
    ]);
    console.log(formatTable([...COLUMN_TITLES, "median requests/s", "× slower"], cells));
    const targets: PerformanceTarget[] = rows
      .filter(({ name }) => name.endsWith(": SQLite"))
      .map((row) => ({
        description: `${row.runtime}: ${row.name}, bare server throughput ÷ Jackfield`,
        measured: medianSlowdown(row, findBaseline(row)),
        max: MAX_SLOWDOWN,
      }));
    console.log(
      `\n${CONNECTIONS} connections. The payment provider takes ${latency.open} ms to open a page and ${latency.find} ms to look up a payment.\n\n${formatTargets(targets)}\n`,
    );

    const growth =
      options.stored > 0
        ? await measureGrowth(storages, shops, options)
        : { rows: [], targets: [] };
    return { connections: CONNECTIONS, rows, targets: [...targets, ...growth.targets], growth };
  } finally {
    await storages.remove();
  }
}

function createBareContestant(
  request: CheckoutRequest,
  { storage, stored }: ShopStorage,
  latency: Latency,
): Contestant {
  const variant =
    request.latencyMilliseconds(latency) > 0
      ? `delayed ${request.latencyMilliseconds(latency)}`
      : "plain";
  return {
    name: `${request.name}: bare server`,
    server: "bare",
    variant,
    request: request.request(stored),
    replays: `${request.name}: ${storage}`,
  };
}

const requestName = (name: string) => name.split(":")[0]!;
