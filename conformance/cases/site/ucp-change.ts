import assert from "node:assert/strict";
import type { BindingCasesOf, Exchange } from "../../case.ts";
import { SELLS_HEADER } from "../../rig/site.ts";
import { created } from "./checkouts.ts";
import { asking, everyUcp, isRefusal, linesOf, opened, SESSIONS, said } from "./ucp-asking.ts";
import { refusesLines } from "./ucp-lines.ts";
import {
  addsUp,
  after,
  CARD,
  get,
  isOpen,
  keyed,
  keys,
  notKnown,
  refusesCard,
  refusesOver,
  update,
} from "./ucp-session.ts";

const reads = (
  it: string,
  state: string | undefined,
  status: string,
  code: string,
  more: (checkout: any) => void = () => {},
): Exchange => ({
  it,
  needs: "rig",
  ask: async (found) => get((await after(found, state)).id),
  status: 200,
  check(answer) {
    const checkout = said(answer);
    assert.deepEqual(
      [checkout.status, checkout.messages[0].code, "continue_url" in checkout, "order" in checkout],
      [status, code, status === "requires_escalation", status === "completed"],
    );
    addsUp(checkout.totals);
    more(checkout);
  },
});

/** What reading one must do. */
export const getUcpCheckout: BindingCasesOf<"getUcpCheckout">["getUcpCheckout"] = [
  ...everyUcp(async (found) => get((await opened(found)).id), { takesBody: false }),
  {
    it: "reads what was created",
    needs: "rig",
    ask: async (found) => get((await opened(found)).id),
    status: 200,
    check: isOpen,
  },
  reads("says where to pay while nobody has", undefined, "requires_escalation", "payment_required"),
  reads(
    "is completed once it is paid, and names the order",
    "paid",
    "completed",
    "paid",
    ({ order, id }) => {
      assert.match(order.id, /^ord_/);
      assert.ok(order.permalink_url.endsWith(`/checkout/${id}`));
    },
  ),
  reads(
    "waits for a payment that takes its time",
    "processing",
    "complete_in_progress",
    "payment_processing",
  ),
  reads("says that a payment did not arrive", "failed", "canceled", "payment_failed"),
  reads("says that its time is over", "closed", "canceled", "expired"),
  reads("says that it was called off", "canceled", "canceled", "canceled"),
  {
    it: "reads what was made without UCP",
    needs: "rig",
    ask: async (found) => get((await created(found, "desk-licence")).id),
    status: 200,
    check: isOpen,
  },
  {
    it: "is read without UCP as well",
    needs: "rig",
    ask: async (found) => get((await opened(found)).id),
    status: 200,
    async check(answer, { call }) {
      const { id, continue_url: url } = said(answer);
      const { value } = await call("getCheckout", { id });
      assert.deepEqual(
        [value.id, value.status, value.continue_url],
        [id, "requires_escalation", url],
      );
    },
  },
  ...notKnown(get),
  {
    it: "knows none where nothing is for sale",
    needs: "rig",
    ask: asking("GET", `${SESSIONS}/chk_any`, undefined, { [SELLS_HEADER]: "nothing" }),
    status: 200,
    check: isRefusal("not_found"),
  },
];

/** What replacing its items must do. */
export const updateUcpCheckout: BindingCasesOf<"updateUcpCheckout">["updateUcpCheckout"] = [
  ...everyUcp(async (found) => update((await opened(found)).id, linesOf("desk-licence")), {
    takesBody: true,
  }),
  {
    it: "replaces what is bought, and gives another page to pay on",
    needs: "rig",
    ask: async (found) => update((await opened(found)).id, linesOf("desk-licence")),
    status: 200,
    async check(answer, found) {
      isOpen(answer);
      assert.deepEqual(
        said(answer).line_items.map(({ item }: any) => item.id),
        ["desk-licence"],
      );
      const before = await opened(found);
      const changed = said(
        await found.ask(update(before.id, linesOf("desk-licence", "reel-tape"))),
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
    needs: "rig",
    ask: async (found) => update((await opened(found)).id, linesOf("reel-tape")),
    status: 200,
    async check(_, found) {
      const before = await opened(found);
      assert.deepEqual(said(await found.ask(update(before.id, linesOf("reel-tape")))), before);
    },
  },
  {
    it: "leaves the checkout as it was where it can't be changed so",
    needs: "rig",
    ask: async (found) => update((await opened(found)).id, linesOf("valve")),
    status: 200,
    async check(_, found) {
      const before = await opened(found);
      await found.ask(update(before.id, linesOf("valve")));
      assert.deepEqual(said(await found.ask(get(before.id))), before);
    },
  },
  {
    it: "takes nothing to pay with",
    needs: "rig",
    ask: async (found) => update((await opened(found)).id, { ...linesOf("desk-licence"), ...CARD }),
    status: 200,
    check: refusesCard,
  },
  ...refusesLines(async (found, body) => update((await opened(found)).id, body)),
  ...refusesOver(
    (id) => update(id, linesOf("desk-licence")),
    ["paid", "processing", "failed", "closed", "canceled"],
  ),
  ...notKnown((id) => update(id, linesOf("reel-tape"))),
  ...keys(
    async (found, key, other) =>
      update(
        (await opened(found)).id,
        linesOf(other ? "desk-monthly" : "desk-licence"),
        keyed(key),
      ),
    200,
  ),
];
