import { type Contestant, cellsOf, compare, type Row, TITLES } from "./compare.ts";
import { measureGrowth } from "./growth.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { profileServers } from "./profile.ts";
import { getRequest, postRequest } from "./requests.ts";
import type { Latency, ShopVariant } from "./servers/shop.ts";
import { type ShopPlace, shopPlaces } from "./shop-places.ts";
import { OFFER } from "./stored.ts";
import { tableOf } from "./table.ts";
import { type Target, targetLines } from "./targets.ts";
import { anyCompleted, EACH_TENTH, OWN_KEY, storedId } from "./varying.ts";

/** Connections that each have one request out: what waits for a provider leaves room for others. */
const CONNECTIONS = 64;

/** Servers that wait for a provider and a disk answer fewer requests, and there are many of them. */
export const LOAD = { connections: CONNECTIONS, warming: 4 };

/** What is asked of a shop, and what of the provider's latency is waited for. */
export interface Asked {
  readonly name: string;
  /** Of a shop with so many stored checkouts. */
  request(stored: number): string;
  waits(latency: Latency): number;
}

const CHECKOUTS = "/agent/commerce/checkouts";
const create = (more: object) => postRequest(CHECKOUTS, { offer: OFFER.id, ...more }, {});

export const CREATE: Asked = {
  name: "create",
  request: () => create({}),
  waits: ({ open }) => open,
};
export const CREATE_BY_KEY: Asked = {
  name: "create by a key",
  request: () => create({ idempotency_key: OWN_KEY }),
  waits: ({ open }) => open,
};
export const GET_COMPLETED: Asked = {
  name: "get, completed",
  request: (stored) => getRequest(`${CHECKOUTS}/${anyCompleted(stored)}`),
  waits: () => 0,
};
const GET_OPEN: Asked = {
  name: "get, open",
  request: () => getRequest(`${CHECKOUTS}/${storedId(EACH_TENTH - 1)}`),
  waits: ({ find }) => find,
};
const ALL = [CREATE, CREATE_BY_KEY, GET_COMPLETED, GET_OPEN];

/** Checkouts created and read on each storage with a provider of a fixed latency, beside a bare server that waits as long; then with many stored. */
export async function benchCheckouts(options: Options): Promise<object> {
  const { latency } = options;
  const places = await shopPlaces();
  try {
    const shops: ShopPlace[] = [];
    for (const storage of places.storages) shops.push(await places.make(storage, EACH_TENTH));
    if (options.profile) {
      const contestants = shops.flatMap((shop) =>
        ALL.map((asked) => contestant(asked, shop, latency, asked.name)),
      );
      return await profileServers("checkouts", contestants, {
        ...options,
        connections: CONNECTIONS,
      });
    }
    const rows: Row[] = [];
    for (const runtime of options.runtimes) {
      for (const asked of ALL) {
        const contestants = [
          ...shops.map((shop) => contestant(asked, shop, latency, asked.name)),
          bare(asked, shops[0]!, latency),
        ];
        rows.push(...(await compare(runtime, { ...options, contestants, essence, ...LOAD })));
      }
    }
    const floorOf = ({ runtime, name }: Row) =>
      rows.find((row) => row.runtime === runtime && row.name === `${askedIn(name)}: bare server`)!;
    const cells = rows.map((row) => [
      ...cellsOf(row, floorOf(row)),
      median(row.rates).toFixed(0),
      slower(row, floorOf(row)).toFixed(2),
    ]);
    console.log(tableOf([...TITLES, "median requests/s", "× slower"], cells));
    const targets: Target[] = rows
      .filter(({ name }) => name.endsWith(": SQLite"))
      .map((row) => ({
        claim: `${row.runtime}: ${row.name}, times slower than the bare server`,
        figure: slower(row, floorOf(row)),
        atMost: SLOWER,
      }));
    console.log(
      `\n${CONNECTIONS} connections; the provider takes ${latency.open} ms to open, ${latency.find} ms to find.\n\n${targetLines(targets)}\n`,
    );

    const growth =
      options.stored > 0 ? await measureGrowth(places, shops, options) : { rows: [], targets: [] };
    return { connections: CONNECTIONS, rows, targets: [...targets, ...growth.targets], growth };
  } finally {
    await places.remove();
  }
}

/** A shop that is asked for something. */
export function contestant(
  asked: Asked,
  { storage, place, stored }: ShopPlace,
  latency: Latency,
  name: string,
): Contestant {
  const variant: ShopVariant = { place, latency };
  return {
    name: `${name}: ${storage}`,
    server: "shop",
    variant: JSON.stringify(variant),
    request: asked.request(stored),
  };
}

function bare(asked: Asked, { storage, stored }: ShopPlace, latency: Latency): Contestant {
  const variant = asked.waits(latency) > 0 ? `delayed ${asked.waits(latency)}` : "plain";
  return {
    name: `${asked.name}: bare server`,
    server: "bare",
    variant,
    request: asked.request(stored),
    repeats: `${asked.name}: ${storage}`,
  };
}

/** What the answers of all shops have in common: all but the checkout's own id, and times. */
export const essence = (body: string): string =>
  body.replaceAll(/(chk|ord)_\w+/g, "$1").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");

/** The most times slower. PostgreSQL has none: its server takes of the same cores. */
const SLOWER = 4;

const askedIn = (name: string) => name.split(":")[0]!;

/** How many times as many requests another row's server answers in a second: the median of the rounds' own ratios. */
export const slower = (row: Row, other: Row): number =>
  median(row.rates.map((rate, round) => other.rates[round]! / rate));
