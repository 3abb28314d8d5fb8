import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import type { BindingEntry } from "../../../generated/table.ts";
import { createAjv } from "../../callers/spec-validator.ts";
import type { Exchange, Exchanges, SiteContext, TestContext } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { PLATFORM_ORIGIN } from "../../fixtures/ucp-profiles.ts";
import { missingReason, ucpErrors } from "../../standards/index.ts";
import type { TestRequest } from "../../targets/target.ts";
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
  createUcpSession,
  lineItems,
  parseResponse,
  SESSIONS_PATH,
  UCP_PATH,
  ucpRequest,
} from "./ucp-requests.ts";
import { assertPaymentDataRejected, CARD_BODY } from "./ucp-session.ts";

const UCP_MCP_PATH = `${UCP_PATH}/mcp`;

const toUcpPath = (request: TestRequest): TestRequest => ({ ...request, path: UCP_MCP_PATH });

const atUcpPath = ({ request, ...exchange }: Exchange<TestContext>): Exchange => ({
  ...exchange,
  request: async (context) =>
    toUcpPath(typeof request === "function" ? await request(context) : request),
});

interface UcpCall {
  readonly profile?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const createParams = (
  name: string,
  values: object,
  { profile = `${PLATFORM_ORIGIN}/2026-04-08`, key }: UcpCall = {},
) => ({
  name,
  arguments: {
    meta: { "ucp-agent": { profile }, ...(key && { "idempotency-key": key }) },
    ...values,
  },
});

/** Returns a tool call as a UCP platform sends it. */
const toolCall = (name: string, values: object, call: UcpCall = {}): TestRequest =>
  toUcpPath(legacyRequest("tools/call", createParams(name, values, call), call.headers));

/** Returns the structured content of a result, and checks that the text repeats it. */
function parseContent(result: any): any {
  const { structuredContent, content, isError } = result;
  assert.equal(isError, undefined);
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  return structuredContent;
}

const callTool = async (
  { send }: SiteContext,
  name: string,
  values: object,
  call?: UcpCall,
): Promise<any> => parseContent(parseResponse(await send(toolCall(name, values, call))).result);

/** Returns the operation of a tool. */
const operationOf = (tool: string): string =>
  Object.entries<BindingEntry>(table.bindings).find(([, entry]) => entry.tool?.name === tool)![0];

/** An exchange whose result holds a successful response or a refusal of UCP. */
const expectContent = (
  it: string,
  tool: string,
  values: object | ((context: SiteContext) => Promise<object>),
  check: (content: any, context: SiteContext) => void | Promise<void>,
): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) =>
    toolCall(tool, typeof values === "function" ? await values(context) : values),
  status: 200,
  mediaType: "application/json",
  async check(response, context) {
    const content = parseContent(parseResponse(response).result);
    if (!missingReason()) assert.deepEqual(ucpErrors(operationOf(tool), content, 200), []);
    await check(content, context);
  },
});

/** An exchange whose response is a UCP protocol error. */
const expectFault = (
  it: string,
  request: Exchange["request"],
  {
    status,
    code,
    fault,
    content,
  }: { status: number; code: number; fault: string; content?: RegExp },
  more: Partial<Exchange> = {},
): Exchange => ({
  ...expectRpcError(it, request, status, code, ({ message, data }) => {
    assert.deepEqual([Object.keys(data), data.code], [["code", "content"], fault]);
    assert.match(data.content, content ?? /\w{2}/);
    assert.ok(message.length > 10);
  }),
  requires: "fixture",
  ...more,
});

const CHECKOUT = { checkout: lineItems("reel-tape") };

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
    expectFault(
      "rejects a different request with the same idempotency key",
      async (context) => {
        const key = newIdempotencyKey();
        await callTool(context, "create_checkout", CHECKOUT, { key });
        return toolCall("create_checkout", { checkout: lineItems("desk-license") }, { key });
      },
      { status: 409, code: -32000, fault: "idempotency_conflict" },
    ),
    expectFault(
      "rejects a change to a canceled checkout",
      async (context) => {
        const { id } = await createUcpSession(context);
        await callTool(context, "cancel_checkout", { id });
        return toolCall("update_checkout", { id, ...CHECKOUT });
      },
      { status: 409, code: -32000, fault: "checkout_not_modifiable" },
    ),
    expectFault(
      "names the argument that is invalid",
      toolCall("create_checkout", {
        checkout: { line_items: [{ item: { id: "reel-tape" }, quantity: 0 }] },
      }),
      {
        status: 200,
        code: -32602,
        fault: "invalid_request",
        content: /\$\.checkout\.line_items\[0\]\.quantity/,
      },
    ),
    expectFault(
      "names a required argument that is missing",
      toolCall("update_checkout", { id: "chk_any" }),
      { status: 200, code: -32602, fault: "invalid_request", content: /\$\.checkout/ },
    ),
    expectFault(
      "rejects an idempotency key that isn't text",
      toolCall("create_checkout", CHECKOUT, { key: 5 as never }),
      {
        status: 200,
        code: -32602,
        fault: "invalid_request",
        content: /\$\.meta\["idempotency-key"\]/,
      },
    ),
    expectFault(
      "rejects a call without metadata",
      toUcpPath(legacyRequest("tools/call", { name: "create_checkout", arguments: CHECKOUT })),
      {
        status: 400,
        code: -32001,
        fault: "invalid_profile_url",
        content: /meta\["ucp-agent"\]\.profile/,
      },
    ),
    ...["http://platform.example/", "platform", "https://user@platform.example/", ""].map(
      (profile) =>
        expectFault(
          `rejects the profile ${JSON.stringify(profile)}`,
          toolCall("create_checkout", CHECKOUT, { profile }),
          { status: 400, code: -32001, fault: "invalid_profile_url" },
        ),
    ),
    ...(
      [
        ["/slow", 424, "profile_unreachable"],
        ["/html", 422, "profile_malformed"],
        ["/old", 422, "version_unsupported"],
      ] as const
    ).map(([path, status, fault]) =>
      expectFault(
        `rejects a platform whose profile is at ${path}`,
        toolCall("create_checkout", CHECKOUT, {
          profile: PLATFORM_ORIGIN + path,
          headers: { [SHOP_HEADER]: "profiles" },
        }),
        { status, code: -32001, fault },
      ),
    ),
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
    expectFault(
      "rejects a client that has exceeded its rate limit",
      toolCall("create_checkout", CHECKOUT),
      { status: 429, code: -32000, fault: "rate_limited" },
      { rateLimited: true, headers: { "retry-after": "1", ratelimit: '"client";r=0;t=1' } },
    ),
    expectFault(
      "returns 503 while the payment provider is unavailable",
      toolCall("create_checkout", CHECKOUT),
      { status: 503, code: -32000, fault: "service_unavailable" },
      { fault: 503, headers: { "retry-after": /^\d+$/ } },
    ),
    expectFault(
      "reveals nothing about an unexpected error",
      toolCall("create_checkout", CHECKOUT),
      { status: 500, code: -32603, fault: "internal_error", content: /^An internal error/ },
      { fault: 500 },
    ),
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
