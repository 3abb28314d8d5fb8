import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./compare.ts";
import { measureGrowth } from "./growth.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { profileServers } from "./profile.ts";
import {
  completedIdPlaceholder,
  STORED_GROUP_SIZE,
  storedCheckoutId,
  UNIQUE_KEY,
} from "./request-template.ts";
import { getRequest, postRequest } from "./requests.ts";
import type { Latency, ShopVariant } from "./servers/shop.ts";
import { createShopStorages, type ShopStorage } from "./shop-storages.ts";
import { OFFER } from "./stored-checkouts.ts";
import { formatTable } from "./table.ts";
import { formatTargets, type PerformanceTarget } from "./targets.ts";

/** Connections that each have one request out: what waits for a provider leaves room for others. */
const CONNECTIONS = 64;

/** Servers that wait for a provider and a disk answer fewer requests, and there are many of them. */
export const LOAD = { connections: CONNECTIONS, warming: 4 };

/** What is asked of a shop, and what of the provider's latency is waited for. */
export interface CheckoutRequest {
  readonly name: string;
  /** Of a shop with so many stored checkouts. */
  request(stored: number): string;
  latencyMilliseconds(latency: Latency): number;
}

const CHECKOUTS = "/agent/commerce/checkouts";
const createRequest = (extra: object) => postRequest(CHECKOUTS, { offer: OFFER.id, ...extra }, {});

export const CREATE: CheckoutRequest = {
  name: "create",
  request: () => createRequest({}),
  latencyMilliseconds: ({ open }) => open,
};
export const CREATE_BY_KEY: CheckoutRequest = {
  name: "create by a key",
  request: () => createRequest({ idempotency_key: UNIQUE_KEY }),
  latencyMilliseconds: ({ open }) => open,
};
export const GET_COMPLETED: CheckoutRequest = {
  name: "get, completed",
  request: (stored) => getRequest(`${CHECKOUTS}/${completedIdPlaceholder(stored)}`),
  latencyMilliseconds: () => 0,
};
const GET_OPEN: CheckoutRequest = {
  name: "get, open",
  request: () => getRequest(`${CHECKOUTS}/${storedCheckoutId(STORED_GROUP_SIZE - 1)}`),
  latencyMilliseconds: ({ find }) => find,
};
const ALL = [CREATE, CREATE_BY_KEY, GET_COMPLETED, GET_OPEN];

/** Checkouts created and read on each storage with a provider of a fixed latency, beside a bare server that waits as long; then with many stored. */
export async function benchCheckouts(options: BenchOptions): Promise<object> {
  const { latency } = options;
  const locations = await createShopStorages();
  try {
    const shops: ShopStorage[] = [];
    for (const storage of locations.kinds)
      shops.push(await locations.create(storage, STORED_GROUP_SIZE));
    if (options.profiles) {
      const contestants = shops.flatMap((shop) =>
        ALL.map((request) => createContestant(request, shop, latency, request.name)),
      );
      return await profileServers("checkouts", contestants, {
        ...options,
        connections: CONNECTIONS,
      });
    }
    const rows: Row[] = [];
    for (const runtime of options.runtimes) {
      for (const request of ALL) {
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
        description: `${row.runtime}: ${row.name}, times slower than the bare server`,
        measured: medianSlowdown(row, findBaseline(row)),
        max: MAX_SLOWDOWN,
      }));
    console.log(
      `\n${CONNECTIONS} connections; the provider takes ${latency.open} ms to open, ${latency.find} ms to find.\n\n${formatTargets(targets)}\n`,
    );

    const growth =
      options.stored > 0
        ? await measureGrowth(locations, shops, options)
        : { rows: [], targets: [] };
    return { connections: CONNECTIONS, rows, targets: [...targets, ...growth.targets], growth };
  } finally {
    await locations.remove();
  }
}

/** A shop that is asked for something. */
export function createContestant(
  request: CheckoutRequest,
  { storage, location, stored }: ShopStorage,
  latency: Latency,
  name: string,
): Contestant {
  const variant: ShopVariant = { storage: location, latency };
  return {
    name: `${name}: ${storage}`,
    server: "shop",
    variant: JSON.stringify(variant),
    request: request.request(stored),
  };
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
    varies: `${request.name}: ${storage}`,
  };
}

/** What the answers of all shops have in common: all but the checkout's own id, and times. */
export const normalizeResponse = (body: string): string =>
  body.replaceAll(/(chk|ord)_\w+/g, "$1").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");

/** The most times slower. PostgreSQL has none: its server takes of the same cores. */
const MAX_SLOWDOWN = 4;

const requestName = (name: string) => name.split(":")[0]!;

/** How many times as many requests another row's server answers in a second: the median of the rounds' own ratios. */
export const medianSlowdown = (row: Row, other: Row): number =>
  median(row.rates.map((rate, round) => other.rates[round]! / rate));
