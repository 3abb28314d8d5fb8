import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { created } from "./checkouts.ts";
import { everyUcp, opened, said } from "./ucp-asking.ts";
import {
  AP2,
  after,
  CARD,
  cancel,
  complete,
  get,
  isOpen,
  keyed,
  keys,
  notKnown,
  refusesCard,
  refusesOver,
} from "./ucp-session.ts";

/** What asking for its completion must do. */
export const completeUcpCheckout: BindingCasesOf<"completeUcpCheckout">["completeUcpCheckout"] = [
  ...everyUcp(
    async (found) => complete((await opened(found)).id, { payment: { instruments: [] } }),
    { takesBody: true },
  ),
  {
    it: "takes no payment, and says where the buyer pays",
    needs: "rig",
    ask: async (found) => complete((await opened(found)).id, { payment: { instruments: [] } }),
    status: 200,
    check: isOpen,
  },
  {
    it: "needs no body",
    needs: "rig",
    ask: async (found) => complete((await opened(found)).id),
    status: 200,
    check: isOpen,
  },
  {
    it: "takes nothing to pay with, says so, and repeats none of it",
    needs: "rig",
    ask: async (found) => complete((await opened(found)).id, CARD),
    status: 200,
    check: (answer) => (isOpen(answer), refusesCard(answer)),
  },
  {
    it: "keeps nothing of what was sent to pay with",
    needs: "rig",
    ask: async (found) => {
      const { id } = await opened(found);
      await found.ask(complete(id, { ...CARD, ...AP2 }));
      return get(id);
    },
    status: 200,
    check: (answer) => assert.ok(!answer.text.includes("42424242")),
  },
  {
    it: "gives the order of one that is paid",
    needs: "rig",
    ask: async (found) => complete((await after(found, "paid")).id, { payment: {} }),
    status: 200,
    check: (answer) =>
      assert.deepEqual(
        [said(answer).status, "order" in said(answer), "continue_url" in said(answer)],
        ["completed", true, false],
      ),
  },
  {
    it: "says that a payment is on its way",
    needs: "rig",
    ask: async (found) => complete((await after(found, "processing")).id),
    status: 200,
    check: (answer) => assert.equal(said(answer).status, "complete_in_progress"),
  },
  {
    it: "says the same twice",
    needs: "rig",
    ask: async (found) => complete((await opened(found)).id),
    status: 200,
    check: async (answer, { ask }) =>
      assert.deepEqual(said(await ask(complete(said(answer).id))), said(answer)),
  },
  ...refusesOver((id) => complete(id), ["failed", "closed", "canceled"]),
  ...notKnown((id) => complete(id, {})),
  ...keys(
    async (found, key, other) =>
      complete(
        (await opened(found)).id,
        { payment: { instruments: other ? [{ id: "another" }] : [] } },
        keyed(key),
      ),
    200,
  ),
];

/** What calling it off must do. */
export const cancelUcpCheckout: BindingCasesOf<"cancelUcpCheckout">["cancelUcpCheckout"] = [
  ...everyUcp(async (found) => cancel((await opened(found)).id, {}), { takesBody: true }),
  {
    it: "calls off what is not paid yet",
    needs: "rig",
    ask: async (found) => cancel((await opened(found)).id),
    status: 200,
    async check(answer, { ask }) {
      const { id, status, messages, continue_url: url } = said(answer);
      assert.deepEqual([status, messages[0].code, url], ["canceled", "canceled", undefined]);
      assert.deepEqual(said(await ask(get(id))), said(answer));
    },
  },
  {
    it: "calls off what was made without UCP",
    needs: "rig",
    ask: async (found) => cancel((await created(found, "reel-tape")).id),
    status: 200,
  },
  {
    it: "takes nothing to pay with",
    needs: "rig",
    ask: async (found) => cancel((await opened(found)).id, CARD),
    status: 200,
    check: refusesCard,
  },
  ...refusesOver((id) => cancel(id), ["paid", "processing", "failed", "closed", "canceled"]),
  ...notKnown((id) => cancel(id, {})),
  ...keys(
    async (found, key, other) =>
      cancel((await opened(found)).id, other ? { reason: "other" } : {}, keyed(key)),
    200,
  ),
];
