import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import {
  assertUcpFault,
  assertUcpRefusal,
  commonUcpExchanges,
  parseResponse,
  UCP_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

const searchRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${UCP_PATH}/catalog/search`, body, headers);
const lookupRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${UCP_PATH}/catalog/lookup`, body, headers);
const productRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${UCP_PATH}/catalog/product`, body, headers);

/** Returns the IDs of the products in a response, each with the IDs of its variants. */
const readProductIds = (response: TestResponse): [string, string[]][] =>
  parseResponse(response).products.map(({ id, variants }: any) => [
    id,
    variants.map((each: any) => each.id),
  ]);
const assertProducts =
  (...ids: [string, string[]][]) =>
  (response: TestResponse) =>
    assert.deepEqual(readProductIds(response), ids);
const DESK_PRODUCT: [string, string[]] = [
  "desk",
  ["desk-license", "desk-monthly", "desk-quarterly"],
];

/** Makes the fixture's shop empty. */
const EMPTY_SHOP = { [SHOP_HEADER]: "empty" };

export const ucpCatalogCases: BindingCasesOf<
  "searchUcpCatalog" | "lookupUcpCatalog" | "getUcpProduct"
> = {
  searchUcpCatalog: [
    ...commonUcpExchanges(() => searchRequest({ query: "tape" }), { takesBody: true }),
    {
      it: "finds offers with their prices, terms and availability",
      requires: "fixture",
      request: searchRequest({ query: "month" }),
      status: 200,
      check(response) {
        const { ucp, products, pagination } = parseResponse(response);
        assert.deepEqual(ucp, {
          version: "2026-04-08",
          status: "success",
          capabilities: { "dev.ucp.shopping.catalog.search": [{ version: "2026-04-08" }] },
          payment_handlers: {},
        });
        assert.deepEqual(pagination, { has_next_page: false, total_count: 1 });
        assert.deepEqual(products[0].price_range, {
          min: { amount: 1200, currency: "EUR" },
          max: { amount: 3300, currency: "EUR" },
        });
        const [monthly] = products[0].variants;
        assert.equal(
          monthly.title,
          "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)",
        );
        assert.deepEqual(
          [monthly.price, monthly.availability],
          [
            { amount: 1200, currency: "EUR" },
            { available: true, status: "in_stock" },
          ],
        );
        assert.deepEqual(monthly.metadata, {
          billing: { unit: "month", count: 1 },
          trial_days: 14,
          needs_shipping: false,
          terms: "EUR 12.00 a month, after a free trial of 14 days",
        });
      },
    },
    {
      it: "returns every product for an empty query",
      requires: "fixture",
      request: searchRequest({ query: "" }),
      status: 200,
      check: assertProducts(
        ["reel-tape", ["reel-tape"]],
        DESK_PRODUCT,
        ["valve", ["valve"]],
        ["oscillator", ["oscillator"]],
      ),
    },
    {
      it: "returns sold-out products as unavailable",
      requires: "fixture",
      request: searchRequest({ query: "valve" }),
      status: 200,
      check: (response) =>
        assert.deepEqual(parseResponse(response).products[0].variants[0].availability, {
          available: false,
          status: "out_of_stock",
        }),
    },
    {
      it: "returns an empty list if nothing matches",
      request: searchRequest({ query: "no such thing is for sale anywhere" }),
      status: 200,
      check: assertProducts(),
    },
    {
      it: "returns an empty list for a query of only punctuation",
      request: searchRequest({ query: "?!" }),
      status: 200,
      check: assertProducts(),
    },
    {
      it: "matches all words of the query",
      requires: "fixture",
      request: searchRequest({ query: "desk LICENSES" }),
      status: 200,
      check: assertProducts(["desk", ["desk-license"]]),
    },
    {
      it: "filters by price in the currency of the context",
      requires: "fixture",
      request: searchRequest({
        filters: { price: { min: 1200, max: 3300 } },
        context: { currency: "EUR" },
      }),
      status: 200,
      check: assertProducts(
        ["reel-tape", ["reel-tape"]],
        ["desk", ["desk-monthly", "desk-quarterly"]],
      ),
    },
    {
      it: "ignores a price filter in another currency, with a message",
      requires: "fixture",
      request: searchRequest({
        query: "reel",
        filters: { price: { max: 1 } },
        context: { currency: "USD" },
      }),
      status: 200,
      check: (response) =>
        assert.equal(parseResponse(response).messages[0].code, "price_filter_ignored"),
    },
    {
      it: "returns an empty list for any category",
      requires: "fixture",
      request: searchRequest({ filters: { categories: ["Software"] } }),
      status: 200,
      check: assertProducts(),
    },
    {
      it: "returns pages that add up to the whole list",
      requires: "fixture",
      request: searchRequest({ query: "", pagination: { limit: 3 } }),
      status: 200,
      async check(response, { send }) {
        const { pagination } = parseResponse(response);
        assert.deepEqual(
          [readProductIds(response).length, pagination.has_next_page, pagination.total_count],
          [3, true, 4],
        );
        const rest = await send(
          searchRequest({ query: "", pagination: { limit: 3, cursor: pagination.cursor } }),
        );
        assert.deepEqual(readProductIds(rest), [["oscillator", ["oscillator"]]]);
        assert.deepEqual(parseResponse(rest).pagination, { has_next_page: false, total_count: 4 });
      },
    },
    {
      it: "reduces a limit that is too large",
      request: searchRequest({ query: "", pagination: { limit: 1_000_000 } }),
      status: 200,
    },
    {
      it: "returns an empty list if nothing is for sale",
      requires: "fixture",
      request: searchRequest({ query: "" }, EMPTY_SHOP),
      status: 200,
      check: assertProducts(),
    },
    {
      it: "ignores unknown fields",
      requires: "fixture",
      request: searchRequest({
        query: "tape",
        filters: { color: "red" },
        signals: { "dev.ucp.buyer_ip": "192.0.2.1" },
        x: 1,
      }),
      status: 200,
      check: assertProducts(["reel-tape", ["reel-tape"]]),
    },
    {
      it: "rejects a search without query and filters",
      request: searchRequest({}),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$: .*query/),
    },
    {
      it: "rejects a limit of 0",
      request: searchRequest({ query: "tape", pagination: { limit: 0 } }),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.pagination\.limit: /),
    },
    {
      it: "rejects a made-up cursor",
      request: searchRequest({ query: "tape", pagination: { cursor: "further" } }),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.pagination\.cursor: /),
    },
    {
      it: "rejects a query that isn't a string",
      request: searchRequest({ query: ["tape"] }),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.query: /),
    },
  ],
  lookupUcpCatalog: [
    ...commonUcpExchanges(() => lookupRequest({ ids: ["reel-tape"] }), { takesBody: true }),
    {
      it: "looks up items and products, and returns the matching ID of each",
      requires: "fixture",
      request: lookupRequest({
        ids: ["desk", "desk-monthly", "no-such-item", "desk", "desk-license"],
      }),
      status: 200,
      check(response) {
        const { products, messages } = parseResponse(response);
        assert.deepEqual(
          products.map(({ id, variants }: any) => [
            id,
            variants.map((each: any) => [each.id, each.inputs]),
          ]),
          [
            [
              "desk",
              [
                [
                  "desk-license",
                  [
                    { id: "desk", match: "featured" },
                    { id: "desk-license", match: "exact" },
                  ],
                ],
                ["desk-monthly", [{ id: "desk-monthly", match: "exact" }]],
              ],
            ],
          ],
        );
        assert.deepEqual(
          messages.map(({ type, code, path }: any) => [type, code, path]),
          [["info", "not_found", "$.ids[2]"]],
        );
      },
    },
    {
      it: "looks up 50 IDs at once",
      request: lookupRequest({ ids: Array.from({ length: 50 }, (_, index) => `id-${index}`) }),
      status: 200,
      check: assertProducts(),
    },
    {
      it: "counts a repeated ID once",
      request: lookupRequest({ ids: Array.from({ length: 200 }, () => "no-such-item") }),
      status: 200,
      check: (response) => assert.equal(parseResponse(response).messages.length, 1),
    },
    {
      it: "rejects 51 IDs",
      request: lookupRequest({ ids: Array.from({ length: 51 }, (_, index) => `id-${index}`) }),
      status: 400,
      check: assertUcpFault("request_too_large", /50/),
    },
    {
      it: "rejects an empty list of IDs",
      request: lookupRequest({ ids: [] }),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.ids: /),
    },
    {
      it: "rejects a missing list of IDs",
      request: lookupRequest({}),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.ids: It is required/),
    },
    {
      it: "rejects an ID that isn't a string",
      request: lookupRequest({ ids: ["a", 1] }),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.ids\[1\]: /),
    },
    {
      it: "finds nothing if nothing is for sale",
      requires: "fixture",
      request: lookupRequest({ ids: ["reel-tape"] }, EMPTY_SHOP),
      status: 200,
      check: assertProducts(),
    },
  ],
  getUcpProduct: [
    ...commonUcpExchanges(() => productRequest({ id: "reel-tape" }), { takesBody: true }),
    {
      it: "returns a product with all its variants",
      requires: "fixture",
      request: productRequest({ id: "desk" }),
      status: 200,
      check: (response) =>
        assert.deepEqual(
          parseResponse(response).product.variants.map(({ id }: any) => id),
          DESK_PRODUCT[1],
        ),
    },
    {
      it: "returns the product of an item ID, with that item first",
      requires: "fixture",
      request: productRequest({ id: "desk-quarterly" }),
      status: 200,
      check: (response) =>
        assert.deepEqual(
          parseResponse(response).product.variants.map(({ id }: any) => id),
          ["desk-quarterly", "desk-license", "desk-monthly"],
        ),
    },
    {
      it: "links to the page of the product",
      requires: "fixture",
      request: productRequest({ id: "reel-tape" }),
      status: 200,
      check: (response, { urlFor }) =>
        assert.equal(parseResponse(response).product.url, urlFor("/guide/tape-heads.html")),
    },
    {
      it: "reports an unknown product as not found",
      request: productRequest({ id: "no-such-item" }),
      status: 200,
      check: assertUcpRefusal("not_found", "$.id"),
    },
    {
      it: "finds nothing if nothing is for sale",
      requires: "fixture",
      request: productRequest({ id: "reel-tape" }, EMPTY_SHOP),
      status: 200,
      check: assertUcpRefusal("not_found", "$.id"),
    },
    {
      it: "rejects a missing ID",
      request: productRequest({}),
      status: 400,
      check: assertUcpFault("invalid_request", /^\$\.id: It is required/),
    },
  ],
};
