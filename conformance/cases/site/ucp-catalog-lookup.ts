import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import {
  assertUcpError,
  assertUcpErrorMessage,
  commonUcpExchanges,
  parseResponse,
  UCP_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

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

const lookupRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${UCP_PATH}/catalog/lookup`, body, headers);
const productRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${UCP_PATH}/catalog/product`, body, headers);

/** Looking up catalog items over UCP. */
export const lookupUcpCatalog: BindingCasesOf<"lookupUcpCatalog">["lookupUcpCatalog"] = [
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
    check: assertUcpError("request_too_large", /50/),
  },
  {
    it: "rejects an empty list of IDs",
    request: lookupRequest({ ids: [] }),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.ids: /),
  },
  {
    it: "rejects a missing list of IDs",
    request: lookupRequest({}),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.ids: It is required/),
  },
  {
    it: "rejects an ID that isn't a string",
    request: lookupRequest({ ids: ["a", 1] }),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.ids\[1\]: /),
  },
  {
    it: "finds nothing if nothing is for sale",
    requires: "fixture",
    request: lookupRequest({ ids: ["reel-tape"] }, EMPTY_SHOP),
    status: 200,
    check: assertProducts(),
  },
];

/** Reading a product over UCP. */
export const getUcpProduct: BindingCasesOf<"getUcpProduct">["getUcpProduct"] = [
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
    check: assertUcpErrorMessage("not_found", "$.id"),
  },
  {
    it: "finds nothing if nothing is for sale",
    requires: "fixture",
    request: productRequest({ id: "reel-tape" }, EMPTY_SHOP),
    status: 200,
    check: assertUcpErrorMessage("not_found", "$.id"),
  },
  {
    it: "rejects a missing ID",
    request: productRequest({}),
    status: 400,
    check: assertUcpError("invalid_request", /^\$\.id: It is required/),
  },
];
