import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import { parseMediaType } from "../../callers/spec-validator.ts";
import type { BindingCasesOf, Exchange, Exchanges, SiteContext } from "../../case.ts";
import { unlessForwarded } from "../conditions.ts";
import {
  assertAcpError,
  assertOpenSession,
  commonPostExchanges,
  createSession,
  parseResponse,
  postRequest,
  rejectedBodyExchanges,
  SESSIONS_PATH,
} from "./acp-common.ts";
import { cancelAcpCheckout, completeAcpCheckout } from "./acp-complete-cancel.ts";
import { createAcpCheckout } from "./acp-create.ts";
import { getAcpCheckout } from "./acp-get.ts";

const newSessionPath = async (context: SiteContext) =>
  `${SESSIONS_PATH}/${(await createSession(context)).id}`;

/** Updating a session over ACP. */
export const updateAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "replaces the line items and returns a new payment page",
    requires: "fixture",
    request: async (context) =>
      postRequest(await newSessionPath(context), {
        line_items: [{ id: "desk-license", quantity: 2 }],
      }),
    status: 200,
    async check(response, { send }) {
      assertOpenSession(response);
      const { id, line_items, totals } = parseResponse(response);
      assert.deepEqual(
        [line_items.length, line_items[0].item.id, totals.at(-1).amount],
        [1, "desk-license", 37_800],
      );
      const again = parseResponse(
        await send(
          postRequest(`${SESSIONS_PATH}/${id}`, { items: [{ id: "desk-license", quantity: 2 }] }),
        ),
      );
      assert.equal(
        again.continue_url,
        parseResponse(response).continue_url,
        "an unchanged session keeps its payment page",
      );
    },
  },
  {
    it: "keeps the line items if the body omits them",
    requires: "fixture",
    request: async (context) => postRequest(await newSessionPath(context), {}),
    status: 200,
    check(response) {
      assertOpenSession(response);
      assert.equal(parseResponse(response).line_items[0].item.id, "reel-tape");
    },
  },
  {
    it: "accepts the buyer and shipping details that ACP defines, even null, without repeating them",
    requires: "fixture",
    request: async (context) =>
      postRequest(await newSessionPath(context), {
        buyer: null,
        fulfillment_details: { name: "Zyzzyva" },
        selected_fulfillment_options: [{ type: "shipping", option_id: "zyzzyva", item_ids: [] }],
        order_notes: "Zyzzyva",
      }),
    status: 200,
    check(response) {
      assertOpenSession(response);
      assert.doesNotMatch(response.text, /zyzzyva/i);
    },
  },
  ...["paid", "processing", "failed", "closed"].map(
    (state): Exchange => ({
      it: `rejects a session whose payment is ${state}`,
      requires: "fixture",
      request: async (context) =>
        postRequest(`${SESSIONS_PATH}/${(await createSession(context, state)).id}`, {
          line_items: [{ id: "desk-license" }],
        }),
      status: 409,
      check: assertAcpError("conflict"),
    }),
  ),
  ...rejectedBodyExchanges(newSessionPath, [
    ["null line items", { line_items: null }, "invalid", "$.line_items"],
    ["an empty list of line items", { line_items: [] }, "invalid", "$.line_items"],
    [
      "a quantity of a million",
      { line_items: [{ id: "reel-tape", quantity: 1_000_000 }] },
      "invalid",
      "$.line_items[0].quantity",
    ],
    ["a field that ACP doesn't define", { color: "red" }, "invalid", "$.color"],
    [
      "an unknown item",
      { line_items: [{ item: { id: "no-such-offer" } }] },
      "invalid_item_id",
      "$.line_items[0].id",
    ],
    ["a sold-out item", { line_items: [{ id: "valve" }] }, "out_of_stock", "$.line_items[0].id"],
    ["two currencies", { line_items: [{ id: "reel-tape" }, { id: "oscillator" }] }, "unsupported"],
    ["another currency", { currency: "usd" }, "invalid", "$.currency"],
  ]),
  {
    it: "returns 404 for an unknown ID",
    request: postRequest(`${SESSIONS_PATH}/chk_guessed`, {}),
    status: 404,
    check: assertAcpError("not_found"),
  },
  ...commonPostExchanges(newSessionPath, { line_items: [{ id: "desk-license" }] }, {}),
];

/** Requests to the ACP paths that no operation handles. Errors have ACP's format. */
export const acpPathExchanges: Exchanges = {
  [SESSIONS_PATH]: [
    {
      it: "returns 405 for HEAD with JSON headers and no body",
      request: { method: "HEAD", path: SESSIONS_PATH },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "lists the allowed methods in response to OPTIONS",
      request: {
        method: "OPTIONS",
        path: SESSIONS_PATH,
        headers: { origin: "https://elsewhere.example" },
      },
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
    {
      it: "returns 405 and lists the allowed methods",
      request: { path: SESSIONS_PATH },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
      check: assertAcpError("method_not_allowed"),
    },
    {
      it: "exposes its headers to pages of any origin",
      request: {
        method: "POST",
        path: SESSIONS_PATH,
        headers: { origin: "https://elsewhere.example" },
      },
      status: 400,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": /Idempotency-Key, Idempotent-Replayed.*Request-Id/,
      },
    },
  ],
  [`${SESSIONS_PATH}/{checkout_session_id}`]: [
    {
      it: "rejects PUT",
      request: { method: "PUT", path: `${SESSIONS_PATH}/chk_any`, body: "{}" },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "GET, POST, HEAD, OPTIONS" },
      check: assertAcpError("method_not_allowed"),
    },
    {
      it: "returns no body for HEAD",
      request: {
        method: "HEAD",
        path: `${SESSIONS_PATH}/chk_any`,
        headers: { "api-version": "2026-04-17" },
      },
      status: 404,
      mediaType: "application/json",
    },
    {
      it: "rejects an ID that isn't UTF-8",
      request: { path: `${SESSIONS_PATH}/%ff`, headers: { "api-version": "2026-04-17" } },
      status: 400,
      mediaType: "application/json",
      check: assertAcpError("invalid"),
    },
    unlessForwarded({
      it: "returns an ACP error for an unknown path",
      request: { path: "/agent/commerce/acp/carts" },
      status: 404,
      mediaType: "application/json",
      check: assertAcpError("not_found"),
    }),
    unlessForwarded({
      it: "doesn't collapse repeated slashes",
      request: { path: `${SESSIONS_PATH}//chk_any` },
      status: 404,
      mediaType: "application/json",
      check: assertAcpError("not_found"),
    }),
    {
      it: "returns an ACP error for a wrong host",
      requires: "fixture",
      request: { path: `${SESSIONS_PATH}/chk_any`, headers: { host: "elsewhere.example" } },
      status: 421,
      mediaType: "application/json",
      check: assertAcpError("wrong_host"),
    },
  ],
  ...Object.fromEntries(
    Object.values(table.bindings)
      .filter(({ path, protocol }) => protocol === "acp" && /\/(complete|cancel)$/.test(path))
      .map(({ path }): [string, readonly [Exchange]] => [
        path,
        [
          {
            it: "returns 405 for GET",
            request: { path: path.replace(/\{\w+\}/, "chk_any") },
            status: 405,
            mediaType: "application/json",
            headers: { allow: "POST, OPTIONS" },
            check: (response) => assert.equal(parseMediaType(response), "application/json"),
          },
        ],
      ]),
  ),
};

/** The exchanges of the Agentic Commerce Protocol. */
export const acpCases: BindingCasesOf<
  | "createAcpCheckout"
  | "getAcpCheckout"
  | "updateAcpCheckout"
  | "completeAcpCheckout"
  | "cancelAcpCheckout"
> = {
  createAcpCheckout,
  getAcpCheckout,
  updateAcpCheckout,
  completeAcpCheckout,
  cancelAcpCheckout,
};
