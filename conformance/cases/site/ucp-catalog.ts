import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { SELLS_HEADER } from "../../rig/site.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { asking, everyUcp, isFault, isRefusal, said, UCP } from "./ucp-asking.ts";

const search = (body: unknown, headers = {}): Asking =>
  asking("POST", `${UCP}/catalog/search`, body, headers);
const lookup = (body: unknown, headers = {}): Asking =>
  asking("POST", `${UCP}/catalog/lookup`, body, headers);
const product = (body: unknown, headers = {}): Asking =>
  asking("POST", `${UCP}/catalog/product`, body, headers);

/** The ids of what was found: of the products, and of what can be bought of each. */
const idsOf = (answer: Answered): [string, string[]][] =>
  said(answer).products.map(({ id, variants }: any) => [id, variants.map((each: any) => each.id)]);
const finds =
  (...ids: [string, string[]][]) =>
  (answer: Answered) =>
    assert.deepEqual(idsOf(answer), ids);
const DESK: [string, string[]] = ["desk", ["desk-licence", "desk-monthly", "desk-quarterly"]];

/** Nothing is sold: the same requests, and nothing found. */
const NOTHING = { [SELLS_HEADER]: "nothing" };

export const ucpCatalogCases: BindingCasesOf<
  "searchUcpCatalog" | "lookupUcpCatalog" | "getUcpProduct"
> = {
  searchUcpCatalog: [
    ...everyUcp(() => search({ query: "tape" }), { takesBody: true }),
    {
      it: "finds what is for sale, with its price, its terms and whether it can be had",
      needs: "rig",
      ask: search({ query: "month" }),
      status: 200,
      check(answer) {
        const { ucp, products, pagination } = said(answer);
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
      it: "finds everything by an empty query",
      needs: "rig",
      ask: search({ query: "" }),
      status: 200,
      check: finds(
        ["reel-tape", ["reel-tape"]],
        DESK,
        ["valve", ["valve"]],
        ["oscillator", ["oscillator"]],
      ),
    },
    {
      it: "says what is sold out",
      needs: "rig",
      ask: search({ query: "valve" }),
      status: 200,
      check: (answer) =>
        assert.deepEqual(said(answer).products[0].variants[0].availability, {
          available: false,
          status: "out_of_stock",
        }),
    },
    {
      it: "finds nothing, and says no more",
      ask: search({ query: "no such thing is for sale anywhere" }),
      status: 200,
      check: finds(),
    },
    {
      it: "finds nothing for punctuation alone",
      ask: search({ query: "?!" }),
      status: 200,
      check: finds(),
    },
    {
      it: "looks for all the words",
      needs: "rig",
      ask: search({ query: "desk LICENCES" }),
      status: 200,
      check: finds(["desk", ["desk-licence"]]),
    },
    {
      it: "filters by price in the currency that is said",
      needs: "rig",
      ask: search({ filters: { price: { min: 1200, max: 3300 } }, context: { currency: "EUR" } }),
      status: 200,
      check: finds(["reel-tape", ["reel-tape"]], ["desk", ["desk-monthly", "desk-quarterly"]]),
    },
    {
      it: "passes over a price in a currency that nothing is sold in, and says so",
      needs: "rig",
      ask: search({ query: "reel", filters: { price: { max: 1 } }, context: { currency: "USD" } }),
      status: 200,
      check: (answer) => assert.equal(said(answer).messages[0].code, "price_filter_ignored"),
    },
    {
      it: "has no categories",
      needs: "rig",
      ask: search({ filters: { categories: ["Software"] } }),
      status: 200,
      check: finds(),
    },
    {
      it: "gives what it finds in parts that make up the whole",
      needs: "rig",
      ask: search({ query: "", pagination: { limit: 3 } }),
      status: 200,
      async check(answer, { ask }) {
        const { pagination } = said(answer);
        assert.deepEqual(
          [idsOf(answer).length, pagination.has_next_page, pagination.total_count],
          [3, true, 4],
        );
        const rest = await ask(
          search({ query: "", pagination: { limit: 3, cursor: pagination.cursor } }),
        );
        assert.deepEqual(idsOf(rest), [["oscillator", ["oscillator"]]]);
        assert.deepEqual(said(rest).pagination, { has_next_page: false, total_count: 4 });
      },
    },
    {
      it: "takes any limit for what it can give at most",
      ask: search({ query: "", pagination: { limit: 1_000_000 } }),
      status: 200,
    },
    {
      it: "finds nothing where nothing is for sale",
      needs: "rig",
      ask: search({ query: "" }, NOTHING),
      status: 200,
      check: finds(),
    },
    {
      it: "passes over what it does not know",
      needs: "rig",
      ask: search({
        query: "tape",
        filters: { colour: "red" },
        signals: { "dev.ucp.buyer_ip": "192.0.2.1" },
        x: 1,
      }),
      status: 200,
      check: finds(["reel-tape", ["reel-tape"]]),
    },
    {
      it: "refuses a search for nothing in particular",
      ask: search({}),
      status: 400,
      check: isFault("invalid_request", /^\$: .*query/),
    },
    {
      it: "refuses a limit of none",
      ask: search({ query: "tape", pagination: { limit: 0 } }),
      status: 400,
      check: isFault("invalid_request", /^\$\.pagination\.limit: /),
    },
    {
      it: "refuses a cursor that it has not given",
      ask: search({ query: "tape", pagination: { cursor: "further" } }),
      status: 400,
      check: isFault("invalid_request", /^\$\.pagination\.cursor: /),
    },
    {
      it: "refuses a query that is no text",
      ask: search({ query: ["tape"] }),
      status: 400,
      check: isFault("invalid_request", /^\$\.query: /),
    },
  ],
  lookupUcpCatalog: [
    ...everyUcp(() => lookup({ ids: ["reel-tape"] }), { takesBody: true }),
    {
      it: "looks up items and products, and says by which id",
      needs: "rig",
      ask: lookup({ ids: ["desk", "desk-monthly", "no-such-item", "desk", "desk-licence"] }),
      status: 200,
      check(answer) {
        const { products, messages } = said(answer);
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
                  "desk-licence",
                  [
                    { id: "desk", match: "featured" },
                    { id: "desk-licence", match: "exact" },
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
      it: "looks up fifty ids at once",
      ask: lookup({ ids: Array.from({ length: 50 }, (_, at) => `id-${at}`) }),
      status: 200,
      check: finds(),
    },
    {
      it: "counts an id once, however often it is asked",
      ask: lookup({ ids: Array.from({ length: 200 }, () => "no-such-item") }),
      status: 200,
      check: (answer) => assert.equal(said(answer).messages.length, 1),
    },
    {
      it: "refuses fifty-one",
      ask: lookup({ ids: Array.from({ length: 51 }, (_, at) => `id-${at}`) }),
      status: 400,
      check: isFault("request_too_large", /50/),
    },
    {
      it: "refuses no ids",
      ask: lookup({ ids: [] }),
      status: 400,
      check: isFault("invalid_request", /^\$\.ids: /),
    },
    {
      it: "refuses a missing list",
      ask: lookup({}),
      status: 400,
      check: isFault("invalid_request", /^\$\.ids: It is required/),
    },
    {
      it: "refuses an id that is no text",
      ask: lookup({ ids: ["a", 1] }),
      status: 400,
      check: isFault("invalid_request", /^\$\.ids\[1\]: /),
    },
    {
      it: "knows none where nothing is for sale",
      needs: "rig",
      ask: lookup({ ids: ["reel-tape"] }, NOTHING),
      status: 200,
      check: finds(),
    },
  ],
  getUcpProduct: [
    ...everyUcp(() => product({ id: "reel-tape" }), { takesBody: true }),
    {
      it: "reads a product with all that can be bought of it",
      needs: "rig",
      ask: product({ id: "desk" }),
      status: 200,
      check: (answer) =>
        assert.deepEqual(
          said(answer).product.variants.map(({ id }: any) => id),
          DESK[1],
        ),
    },
    {
      it: "reads it by the id of an item, which comes first",
      needs: "rig",
      ask: product({ id: "desk-quarterly" }),
      status: 200,
      check: (answer) =>
        assert.deepEqual(
          said(answer).product.variants.map(({ id }: any) => id),
          ["desk-quarterly", "desk-licence", "desk-monthly"],
        ),
    },
    {
      it: "leads to its page",
      needs: "rig",
      ask: product({ id: "reel-tape" }),
      status: 200,
      check: (answer, { at }) =>
        assert.equal(said(answer).product.url, at("/guide/tape-heads.html")),
    },
    {
      it: "does not know what is not for sale",
      ask: product({ id: "no-such-item" }),
      status: 200,
      check: isRefusal("not_found", "$.id"),
    },
    {
      it: "knows none where nothing is for sale",
      needs: "rig",
      ask: product({ id: "reel-tape" }, NOTHING),
      status: 200,
      check: isRefusal("not_found", "$.id"),
    },
    {
      it: "refuses a missing id",
      ask: product({}),
      status: 400,
      check: isFault("invalid_request", /^\$\.id: It is required/),
    },
  ],
};
