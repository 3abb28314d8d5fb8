import {
  completedIdPlaceholder,
  STORED_GROUP_SIZE,
  storedCheckoutId,
  UNIQUE_KEY,
} from "../load/request-template.ts";
import { getRequest, postRequest } from "../load/requests.ts";
import type { Contestant, Row } from "../report/compare.ts";
import { median } from "../report/median.ts";
import type { Latency, ShopVariant } from "../servers/shop.ts";
import type { ShopStorage } from "./shop-storages.ts";
import { OFFER } from "./stored-checkouts.ts";

/** Concurrent requests. Most of them wait for the payment provider or the disk. */
export const CONNECTIONS = 64;

/** A shorter warm-up than usual, because this benchmark has many servers. */
export const LOAD = { connections: CONNECTIONS, warmUp: 4 };

/** A request to a shop, and the latency of the payment provider that it includes. */
export interface CheckoutRequest {
  readonly name: string;
  /** Returns the request to a shop with this number of stored checkouts. */
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
export const CREATE_WITH_KEY: CheckoutRequest = {
  name: "create with a key",
  request: () => createRequest({ idempotency_key: UNIQUE_KEY }),
  latencyMilliseconds: ({ open }) => open,
};
export const GET_COMPLETED: CheckoutRequest = {
  name: "get, completed",
  request: (stored) => getRequest(`${CHECKOUTS}/${completedIdPlaceholder(stored)}`),
  latencyMilliseconds: () => 0,
};
export const GET_OPEN: CheckoutRequest = {
  name: "get, open",
  request: () => getRequest(`${CHECKOUTS}/${storedCheckoutId(STORED_GROUP_SIZE - 1)}`),
  latencyMilliseconds: ({ find }) => find,
};
export const CHECKOUT_REQUESTS = [CREATE, CREATE_WITH_KEY, GET_COMPLETED, GET_OPEN];

/** Creates the contestant that sends a request to a shop. */
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

/** Removes IDs and times, which differ between shops, from a response body. */
export const normalizeResponse = (body: string): string =>
  body.replaceAll(/(chk|ord)_\w+/g, "$1").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");

/** Returns the median over the rounds of the other row's throughput, divided by this row's. */
export const medianSlowdown = (row: Row, other: Row): number =>
  median(row.rates.map((rate, round) => other.rates[round]! / rate));
