import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { isOpen } from "./acp-create.ts";
import { fails, ofEveryPost, posted, refusals, SESSIONS, said, session } from "./acp-messages.ts";

type Found = Parameters<typeof session>[0];

const toComplete = async (found: Found, state?: string) =>
  `${SESSIONS}/${(await session(found, state)).id}/complete`;
const toCancel = async (found: Found, state?: string) =>
  `${SESSIONS}/${(await session(found, state)).id}/cancel`;

const CARD = {
  handler_id: "card_tokenized",
  instrument: { type: "card", credential: { type: "spt", token: "spt_4242424242424242" } },
};

/** Everything to pay with that someone may think of: none of it is taken, and none of it comes back. */
const WAYS_TO_PAY: Readonly<Record<string, object>> = {
  "a delegated payment token": { payment_data: CARD, buyer: { email: "zyzzyva@example.org" } },
  "a card number": { payment_data: { number: "4242424242424242", cvc: "424" } },
  "a card number instead of an object": { payment_data: "4242424242424242" },
  "a purchase order": {
    payment_data: { purchase_order_number: "4242424242424242", payment_terms: "net_30" },
  },
  "an AP2 mandate": {
    payment_data: {
      instrument: {
        type: "ap2.mandate",
        credential: { type: "ap2", token: "eyJ4242424242424242" },
      },
    },
  },
  "an x402 payment": {
    payment_data: {
      instrument: { type: "x402", credential: { type: "x402", token: "0x4242424242424242" } },
    },
  },
};

/** What ACP's word for paying must do: say how the session stands, and never pay. */
export const completeAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "says where the buyer pays, and pays nothing",
    needs: "rig",
    ask: async (found) => posted(await toComplete(found), {}),
    status: 200,
    check: isOpen,
  },
  {
    it: "needs no body",
    needs: "rig",
    ask: async (found) => posted(await toComplete(found)),
    status: 200,
    check: isOpen,
  },
  ...Object.entries(WAYS_TO_PAY).map(
    ([what, body]): Exchange => ({
      it: `does not take ${what}, and does not repeat it`,
      needs: "rig",
      ask: async (found) => posted(await toComplete(found), body),
      status: 200,
      async check(answer, { ask }) {
        isOpen(answer);
        const { messages, id } = said(answer);
        assert.deepEqual(
          [messages[0].type, messages[0].code, messages[0].param],
          ["error", "unsupported", "$.payment_data"],
        );
        assert.match(messages[0].content, /continue_url/);
        assert.doesNotMatch(answer.text, /4242424242|zyzzyva/);
        const read = await ask({ path: `/agent/commerce/checkouts/${id}` });
        assert.doesNotMatch(read.text, /4242424242|zyzzyva/);
      },
    }),
  ),
  {
    it: "names the order once the buyer has paid, twice too, whatever is sent",
    needs: "rig",
    ask: async (found) => posted(await toComplete(found, "paid"), { payment_data: CARD }),
    status: 200,
    async check(answer, { ask }) {
      const { status, order, id, messages } = said(answer);
      assert.deepEqual(
        [status, order.checkout_session_id, messages[0].code],
        ["completed", id, "unsupported"],
      );
      assert.deepEqual(said(await ask(posted(`${SESSIONS}/${id}/complete`))).order, order);
    },
  },
  {
    it: "waits for a payment that takes its time",
    needs: "rig",
    ask: async (found) => posted(await toComplete(found, "processing"), {}),
    status: 200,
    check: (answer) => assert.equal(said(answer).status, "complete_in_progress"),
  },
  ...["failed", "closed"].map(
    (state): Exchange => ({
      it: `refuses a session that is ${state}`,
      needs: "rig",
      ask: async (found) => posted(await toComplete(found, state), {}),
      status: 409,
      check: fails("conflict"),
    }),
  ),
  {
    it: "refuses a session that was called off",
    needs: "rig",
    ask: async (found) => {
      const { id } = await session(found);
      await found.ask(posted(`${SESSIONS}/${id}/cancel`));
      return posted(`${SESSIONS}/${id}/complete`, {});
    },
    status: 409,
    check: fails("conflict"),
  },
  ...refusals(toComplete, [
    ["a field that ACP does not have", { card: { number: 1 } }, "invalid", "$.card"],
  ]),
  {
    it: "refuses what pays under a name that ACP does not have, and does not repeat it",
    needs: "rig",
    ask: async (found) => posted(await toComplete(found), { card_number: "4242424242424242" }),
    status: 400,
    check: (answer) => assert.doesNotMatch(answer.text, /4242424242/),
  },
  {
    it: "does not know an id that was guessed",
    ask: posted(`${SESSIONS}/chk_guessed/complete`, {}),
    status: 404,
    check: fails("not_found"),
  },
  ...ofEveryPost(
    toComplete,
    { payment_data: CARD },
    { payment_data: { ...CARD, handler_id: "another" } },
  ),
];

/** What calling a session off by ACP must do. */
export const cancelAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "calls off what nobody has paid, and everyone knows it",
    needs: "rig",
    ask: async (found) => posted(await toCancel(found), {}),
    status: 200,
    async check(answer, { call }) {
      const { status, continue_url, id } = said(answer);
      assert.deepEqual([status, continue_url], ["canceled", undefined]);
      assert.equal((await call("getCheckout", { id })).value.status, "canceled");
    },
  },
  {
    it: "needs no body",
    needs: "rig",
    ask: async (found) => posted(await toCancel(found)),
    status: 200,
  },
  {
    it: "takes a reason, and does not repeat it",
    needs: "rig",
    ask: async (found) =>
      posted(await toCancel(found), {
        intent_trace: { reason_code: "other", trace_summary: "Zyzzyva" },
      }),
    status: 200,
    check: (answer) => assert.doesNotMatch(answer.text, /zyzzyva/i),
  },
  ...["paid", "failed", "closed"].map(
    (state): Exchange => ({
      it: `refuses a session that is ${state}: there is nothing left to call off`,
      needs: "rig",
      ask: async (found) => posted(await toCancel(found, state), {}),
      status: 405,
      headers: { allow: "OPTIONS" },
      check: fails("not_cancelable"),
    }),
  ),
  {
    it: "refuses to call off a second time, under another key",
    needs: "rig",
    ask: async (found) => {
      const path = await toCancel(found);
      await found.ask(posted(path));
      return posted(path);
    },
    status: 405,
    check: fails("not_cancelable"),
  },
  {
    it: "refuses to call back a payment that is on its way",
    needs: "rig",
    ask: async (found) => posted(await toCancel(found, "processing"), {}),
    status: 409,
    check: fails("conflict"),
  },
  {
    it: "does not know an id that was guessed",
    ask: posted(`${SESSIONS}/chk_guessed/cancel`, {}),
    status: 404,
    check: fails("not_found"),
  },
  ...ofEveryPost(toCancel, { intent_trace: { reason_code: "other" } }, {}),
];
