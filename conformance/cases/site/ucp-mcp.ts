import assert from "node:assert/strict";
import { createAjv } from "../../callers/spec-validator.ts";
import type { Exchange, Exchanges, TestContext } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { PLATFORM_ORIGIN } from "../../fixtures/ucp-profiles.ts";
import {
  expectRpcError,
  expectRpcResult,
  legacyRequest,
  modernRequest,
  postMessage,
} from "../mcp-messages.ts";
import { protocolExchanges } from "../mcp-protocol.ts";
import { endPayment, newIdempotencyKey } from "./checkout-callbacks.ts";
import {
  CHECKOUT,
  callTool,
  createParams,
  expectContent,
  parseContent,
  toolCall,
  toUcpPath,
  UCP_MCP_PATH,
} from "./ucp-mcp-calls.ts";
import { ucpMcpFaults } from "./ucp-mcp-faults.ts";
import {
  createUcpSession,
  lineItems,
  parseResponse,
  SESSIONS_PATH,
  ucpRequest,
} from "./ucp-requests.ts";
import { assertPaymentDataRejected, CARD_BODY } from "./ucp-session.ts";

const atUcpPath = ({ request, ...exchange }: Exchange<TestContext>): Exchange => ({
  ...exchange,
  request: async (context) =>
    toUcpPath(typeof request === "function" ? await request(context) : request),
});

/** UCP over MCP: UCP's tools with the checkouts of the REST transport. */
export const ucpMcpExchanges: Exchanges = {
  [UCP_MCP_PATH]: [
    expectRpcResult(
      "lists the tools of UCP's checkout and catalog capabilities",
      toUcpPath(legacyRequest("tools/list", { arguments: createParams("", {}).arguments })),
      ({ tools }) =>
        assert.deepEqual(
          tools.map(({ name }: any) => name),
          [
            "cancel_checkout",
            "complete_checkout",
            "create_checkout",
            "get_checkout",
            "get_product",
            "lookup_catalog",
            "search_catalog",
            "update_checkout",
          ],
        ),
    ),
    expectRpcResult(
      "returns self-contained schemas that take the metadata and UCP's arguments",
      toUcpPath(modernRequest("tools/list")),
      ({ tools }) => {
        for (const { name, title, inputSchema, annotations } of tools) {
          assert.equal(inputSchema.type, "object");
          createAjv().compile(inputSchema);
          assert.doesNotMatch(JSON.stringify(inputSchema), /jackfield\.example|127\.0\.0\.1/);
          assert.doesNotMatch(title, /UCP/);
          assert.deepEqual(inputSchema.required.slice(0, 1), ["meta"]);
          assert.equal(typeof annotations.readOnlyHint, "boolean");
          const argument = /checkout$/.test(name) ? "checkout" : "catalog";
          const takesArgument = !["get_checkout", "cancel_checkout"].includes(name);
          assert.equal(Object.hasOwn(inputSchema.properties, argument), takesArgument, name);
        }
      },
    ),
    ...protocolExchanges.map(atUcpPath),

    expectContent(
      "creates a checkout that the buyer pays on a hosted page",
      "create_checkout",
      CHECKOUT,
      ({ ucp, status, continue_url: url, line_items: [line] }) => {
        assert.deepEqual(ucp, {
          version: "2026-04-08",
          status: "success",
          capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }] },
          payment_handlers: {},
        });
        assert.deepEqual([status, line.item.id], ["requires_escalation", "reel-tape"]);
        assert.ok(URL.canParse(url));
      },
    ),
    expectContent(
      "shares its checkouts with the REST transport",
      "create_checkout",
      CHECKOUT,
      async ({ id, ...checkout }, { send }) => {
        const read = parseResponse(await send(ucpRequest("GET", `${SESSIONS_PATH}/${id}`)));
        assert.deepEqual(read, { id, ...checkout });
      },
    ),
    expectContent(
      "returns a checkout with its order after the buyer has paid",
      "get_checkout",
      async (context) => {
        const checkout = await createUcpSession(context);
        await endPayment(context, checkout, "paid");
        return { id: checkout.id };
      },
      ({ status, order, continue_url: url }) =>
        assert.deepEqual([status, typeof order.id, url], ["completed", "string", undefined]),
    ),
    expectContent(
      "replaces the items of a checkout",
      "update_checkout",
      async (context) => ({
        id: (await createUcpSession(context)).id,
        checkout: lineItems("desk-license"),
      }),
      ({ line_items: lines }) =>
        assert.deepEqual(
          lines.map(({ item }: any) => item.id),
          ["desk-license"],
        ),
    ),
    expectContent(
      "never completes a checkout with payment data, and doesn't repeat it",
      "complete_checkout",
      async (context) => ({ id: (await createUcpSession(context)).id, checkout: CARD_BODY }),
      (content) => {
        assert.equal(content.status, "requires_escalation");
        assertPaymentDataRejected({ text: JSON.stringify(content) } as never);
      },
    ),
    expectContent(
      "cancels a checkout",
      "cancel_checkout",
      async (context) => ({ id: (await createUcpSession(context)).id }),
      ({ status }) => assert.equal(status, "canceled"),
    ),
    expectContent(
      "searches the catalog",
      "search_catalog",
      { catalog: { query: "tape" } },
      ({ products }) => assert.equal(products[0].id, "reel-tape"),
    ),
    expectContent(
      "looks up items",
      "lookup_catalog",
      { catalog: { ids: ["desk-monthly"] } },
      ({ products: [{ variants }] }) => assert.equal(variants[0].id, "desk-monthly"),
    ),
    expectContent("returns a product", "get_product", { catalog: { id: "desk" } }, ({ product }) =>
      assert.equal(product.variants.length, 3),
    ),
    expectContent(
      "returns a refusal of the shop as a result",
      "create_checkout",
      { checkout: lineItems("valve") },
      ({ ucp, messages }) =>
        assert.deepEqual([ucp.status, messages[0].code], ["error", "out_of_stock"]),
    ),
    expectRpcResult(
      "answers the stateless revision",
      toUcpPath(
        modernRequest("tools/call", createParams("search_catalog", { catalog: { query: "a" } })),
      ),
      ({ resultType, structuredContent }) =>
        assert.deepEqual([resultType, structuredContent.ucp.status], ["complete", "success"]),
    ),
    {
      it: "returns the same checkout for the same idempotency key, over either transport",
      requires: "fixture",
      request: toolCall("search_catalog", { catalog: { query: "tape" } }),
      status: 200,
      async check(_, context) {
        const key = newIdempotencyKey();
        const first = await callTool(context, "create_checkout", CHECKOUT, { key });
        assert.deepEqual(await callTool(context, "create_checkout", CHECKOUT, { key }), first);
        const overRest = await context.send(
          ucpRequest("POST", SESSIONS_PATH, CHECKOUT.checkout, { "idempotency-key": key }),
        );
        assert.deepEqual(parseResponse(overRest), first);
      },
    },
    {
      it: "responds in the version of the platform's profile",
      requires: "fixture",
      request: toolCall("create_checkout", CHECKOUT, {
        profile: `${PLATFORM_ORIGIN}/2026-08-25`,
        headers: { [SHOP_HEADER]: "profiles" },
      }),
      status: 200,
      check: (response) =>
        assert.equal(parseContent(parseResponse(response).result).ucp.version, "2026-08-25"),
    },
    ...ucpMcpFaults,

    expectRpcError(
      "returns -32602 for an unknown tool",
      toolCall("create_cart", {}),
      200,
      -32602,
      ({ message }) => assert.match(message, /create_cart/),
    ),
    {
      it: "rejects a page of another origin",
      requires: "fixture",
      request: { ...postMessage("{}", { origin: "https://evil.example" }), path: UCP_MCP_PATH },
      status: 403,
    },
  ],
};
