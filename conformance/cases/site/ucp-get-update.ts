import assert from "node:assert/strict";
import type { BindingCasesOf, Exchange } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { createOpenCheckout } from "./checkouts.ts";
import { lineErrorExchanges } from "./ucp-lines.ts";
import {
  assertUcpRefusal,
  commonUcpExchanges,
  createUcpSession,
  lineItems,
  parseResponse,
  SESSIONS_PATH,
  ucpRequest,
} from "./ucp-requests.ts";
import {
  assertCardRefused,
  assertOpenSession,
  assertTotals,
  CARD_BODY,
  createEndedSession,
  endedSessionExchanges,
  getRequest,
  idempotencyExchanges,
  idempotencyHeaders,
  unknownSessionExchanges,
  updateRequest,
} from "./ucp-session.ts";

const readsSession = (
  it: string,
  state: string | undefined,
  status: string,
  code: string,
  more: (checkout: any) => void = () => {},
): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) => getRequest((await createEndedSession(context, state)).id),
  status: 200,
  check(response) {
    const checkout = parseResponse(response);
    assert.deepEqual(
      [checkout.status, checkout.messages[0].code, "continue_url" in checkout, "order" in checkout],
      [status, code, status === "requires_escalation", status === "completed"],
    );
    assertTotals(checkout.totals);
    more(checkout);
  },
});

/** What reading one must do. */
export const getUcpCheckout: BindingCasesOf<"getUcpCheckout">["getUcpCheckout"] = [
  ...commonUcpExchanges(async (context) => getRequest((await createUcpSession(context)).id), {
    takesBody: false,
  }),
  {
    it: "reads what was created",
    requires: "fixture",
    request: async (context) => getRequest((await createUcpSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  readsSession(
    "says where to pay while nobody has",
    undefined,
    "requires_escalation",
    "payment_required",
  ),
  readsSession(
    "is completed once it is paid, and names the order",
    "paid",
    "completed",
    "paid",
    ({ order, id }) => {
      assert.match(order.id, /^ord_/);
      assert.ok(order.permalink_url.endsWith(`/checkout/${id}`));
    },
  ),
  readsSession(
    "waits for a payment that takes its time",
    "processing",
    "complete_in_progress",
    "payment_processing",
  ),
  readsSession("says that a payment did not arrive", "failed", "canceled", "payment_failed"),
  readsSession("says that its time is over", "closed", "canceled", "expired"),
  readsSession("says that it was called off", "canceled", "canceled", "canceled"),
  {
    it: "reads what was made without UCP",
    requires: "fixture",
    request: async (context) => getRequest((await createOpenCheckout(context, "desk-license")).id),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "is read without UCP as well",
    requires: "fixture",
    request: async (context) => getRequest((await createUcpSession(context)).id),
    status: 200,
    async check(response, { call }) {
      const { id, continue_url: url } = parseResponse(response);
      const { value } = await call("getCheckout", { id });
      assert.deepEqual(
        [value.id, value.status, value.continue_url],
        [id, "requires_escalation", url],
      );
    },
  },
  ...unknownSessionExchanges(getRequest),
  {
    it: "knows none where nothing is for sale",
    requires: "fixture",
    request: ucpRequest("GET", `${SESSIONS_PATH}/chk_any`, undefined, { [SHOP_HEADER]: "empty" }),
    status: 200,
    check: assertUcpRefusal("not_found"),
  },
];

/** What replacing its items must do. */
export const updateUcpCheckout: BindingCasesOf<"updateUcpCheckout">["updateUcpCheckout"] = [
  ...commonUcpExchanges(
    async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("desk-license")),
    {
      takesBody: true,
    },
  ),
  {
    it: "replaces what is bought, and gives another page to pay on",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("desk-license")),
    status: 200,
    async check(response, context) {
      assertOpenSession(response);
      assert.deepEqual(
        parseResponse(response).line_items.map(({ item }: any) => item.id),
        ["desk-license"],
      );
      const before = await createUcpSession(context);
      const changed = parseResponse(
        await context.send(updateRequest(before.id, lineItems("desk-license", "reel-tape"))),
      );
      assert.deepEqual(
        [changed.id, changed.line_items.length, changed.expires_at],
        [before.id, 2, before.expires_at],
      );
      assert.notEqual(changed.continue_url, before.continue_url);
    },
  },
  {
    it: "leaves everything where nothing changes",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("reel-tape")),
    status: 200,
    async check(_, context) {
      const before = await createUcpSession(context);
      assert.deepEqual(
        parseResponse(await context.send(updateRequest(before.id, lineItems("reel-tape")))),
        before,
      );
    },
  },
  {
    it: "leaves the checkout as it was where it can't be changed so",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("valve")),
    status: 200,
    async check(_, context) {
      const before = await createUcpSession(context);
      await context.send(updateRequest(before.id, lineItems("valve")));
      assert.deepEqual(parseResponse(await context.send(getRequest(before.id))), before);
    },
  },
  {
    it: "takes nothing to pay with",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, {
        ...lineItems("desk-license"),
        ...CARD_BODY,
      }),
    status: 200,
    check: assertCardRefused,
  },
  ...lineErrorExchanges(async (context, body) =>
    updateRequest((await createUcpSession(context)).id, body),
  ),
  ...endedSessionExchanges(
    (id) => updateRequest(id, lineItems("desk-license")),
    ["paid", "processing", "failed", "closed", "canceled"],
  ),
  ...unknownSessionExchanges((id) => updateRequest(id, lineItems("reel-tape"))),
  ...idempotencyExchanges(
    async (context, key, other) =>
      updateRequest(
        (await createUcpSession(context)).id,
        lineItems(other ? "desk-monthly" : "desk-license"),
        idempotencyHeaders(key),
      ),
    200,
  ),
];
