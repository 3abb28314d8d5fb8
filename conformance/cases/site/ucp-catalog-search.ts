import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import type { TestRequest } from "../../targets/target.ts";
import { assertProducts, DESK_PRODUCT, EMPTY_SHOP, readProductIds } from "./ucp-catalog-lookup.ts";
import {
  assertUcpError,
  commonUcpExchanges,
  parseResponse,
  UCP_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

const searchRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${UCP_PATH}/catalog/search`, body, headers);
/** Searching the catalog over UCP. */
export const searchUcpCatalog: BindingCasesOf<"searchUcpCatalog">["searchUcpCatalog"] = [
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
    it: "matches any word of the query, with the best matches first",
    requires: "fixture",
    request: searchRequest({ query: "LICENSES of a desk, on tape" }),
    status: 200,
    check: assertProducts(
      ["desk", ["desk-license", "desk-monthly", "desk-quarterly"]],
      ["reel-tape", ["reel-tape"]],
    ),
  },
  {
    it: "finds what buyers describe in other words and forms",
    requires: "fixture",
    request: searchRequest({ query: "monthly plan" }),
    status: 200,
    check: (response) =>
      assert.equal(parseResponse(response).products[0].variants[0].id, "desk-monthly"),
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
    check: assertUcpError("invalid_request", /^\$: .*query/),
  },
  {
    it: "rejects a limit of 0",
    request: searchRequest({ query: "tape", pagination: { limit: 0 } }),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.pagination\.limit: /),
  },
  {
    it: "rejects a made-up cursor",
    request: searchRequest({ query: "tape", pagination: { cursor: "further" } }),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.pagination\.cursor: /),
  },
  {
    it: "rejects a query that isn't a string",
    request: searchRequest({ query: ["tape"] }),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.query: /),
  },
];
