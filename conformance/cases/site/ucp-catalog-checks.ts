import assert from "node:assert/strict";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import type { TestResponse } from "../../targets/target.ts";
import { parseResponse } from "./ucp-requests.ts";

/** Returns the IDs of the products in a response, each with the IDs of its variants. */
export const readProductIds = (response: TestResponse): [string, string[]][] =>
  parseResponse(response).products.map(({ id, variants }: any) => [
    id,
    variants.map((each: any) => each.id),
  ]);

/** Checks the products and variants of a response. */
export const assertProducts =
  (...ids: [string, string[]][]) =>
  (response: TestResponse) =>
    assert.deepEqual(readProductIds(response), ids);

/** The desk product of the fixture, with its variants. */
export const DESK_PRODUCT: [string, string[]] = [
  "desk",
  ["desk-license", "desk-monthly", "desk-quarterly"],
];

/** Makes the fixture's shop empty. */
export const EMPTY_SHOP = { [SHOP_HEADER]: "empty" };
