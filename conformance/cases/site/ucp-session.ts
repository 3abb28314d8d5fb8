import assert from "node:assert/strict";
import type { Exchange, Found } from "../../case.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { ended, newKey } from "./checkouts.ts";
import { asking, isFault, isRefusal, opened, SESSIONS, said } from "./ucp-asking.ts";

/** Begins a checkout. */
export const create = (body: unknown, headers = {}): Asking =>
  asking("POST", SESSIONS, body, headers);
/** Reads one. */
export const get = (id: string): Asking => asking("GET", `${SESSIONS}/${id}`);
/** Replaces what one is of. */
export const update = (id: string, body: unknown, headers = {}): Asking =>
  asking("PUT", `${SESSIONS}/${id}`, body, headers);
/** Asks for one to be completed. */
export const complete = (id: string, body?: unknown, headers = {}): Asking =>
  asking("POST", `${SESSIONS}/${id}/complete`, body, headers);
/** Calls one off. */
export const cancel = (id: string, body?: unknown, headers = {}): Asking =>
  asking("POST", `${SESSIONS}/${id}/cancel`, body, headers);
/** A header that makes a retry safe. */
export const keyed = (key: string) => ({ "idempotency-key": key });

/** What a buyer would pay with, if it were taken. */
export const CARD = {
  payment: {
    instruments: [
      {
        id: "pi_1",
        handler_id: "h_1",
        type: "card",
        credential: { type: "card", number: "4242424242424242", cvc: "737" },
      },
    ],
  },
};
/** The same as a mandate. */
export const AP2 = { ap2: { checkout_mandate: "eyJ4242424242424242" } };

/** That what was sent to pay with is neither taken nor repeated, and that this is said. */
export function refusesCard(answer: Answered): void {
  assert.ok(!answer.text.includes("42424242"), "what pays is not repeated");
  assert.ok(
    said(answer).messages.some(
      ({ type, code }: any) => type === "warning" && code === "payment_instrument_not_accepted",
    ),
    answer.text,
  );
}

/** One subtotal, one total, and in between what makes the one of the other. */
export function addsUp(totals: any[]): void {
  const of = (type: string) =>
    totals.filter((each) => each.type === type).map(({ amount }) => amount);
  assert.deepEqual([of("subtotal").length, of("total").length], [1, 1]);
  assert.equal(
    totals.filter(({ type }) => type !== "total").reduce((sum, { amount }) => sum + amount, 0),
    of("total")[0],
  );
}

/** That the answer is a checkout that is yet to be paid, with all that it must say. */
export function isOpen(answer: Answered): void {
  const {
    ucp,
    status,
    continue_url: url,
    messages,
    totals,
    line_items: lines,
    links,
    order,
    expires_at: expires,
  } = said(answer);
  assert.deepEqual(ucp, {
    version: "2026-04-08",
    status: "success",
    capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }] },
    payment_handlers: {},
  });
  assert.deepEqual([status, order, URL.canParse(url)], ["requires_escalation", undefined, true]);
  assert.deepEqual(
    [messages[0].code, messages[0].severity],
    ["payment_required", "requires_buyer_input"],
  );
  assert.ok(Date.parse(expires) > Date.now());
  assert.deepEqual(
    links.map(({ type }: any) => type),
    ["terms_of_service", "privacy_policy", "support"],
  );
  for (const each of [totals, ...lines.map((line: any) => line.totals)]) addsUp(each);
}

/** A checkout of UCP's whose payment has come to an end, or that was called off. */
export async function after(found: Found, state: string | undefined): Promise<any> {
  const checkout = await opened(found);
  if (state === "canceled") await found.ask(cancel(checkout.id));
  else if (state) await ended(found, checkout, state);
  return checkout;
}

/** That a checkout which is over can't be dealt with in a way any more. */
export const refusesOver = (ask: (id: string) => Asking, states: readonly string[]): Exchange[] =>
  states.map((state) => ({
    it: `refuses one that is ${state}`,
    needs: "rig",
    ask: async (found) => ask((await after(found, state)).id),
    status: 409,
    check: isFault("checkout_not_modifiable"),
  }));

/** What is said of a checkout that is not known. */
export const notKnown = (ask: (id: string) => Asking): Exchange[] => [
  {
    it: "does not know an id that was guessed",
    ask: ask("chk_guessed"),
    status: 200,
    check: isRefusal("not_found"),
  },
  {
    it: "refuses an id that no checkout could have",
    needs: "rig",
    unproxied: "Prism does not hold the length of a path against it",
    ask: ask("a".repeat(201)),
    status: 400,
    check: isFault("invalid_request", /^id: /),
  },
];

/** What a key does for whatever is asked. */
export const keys = (
  ask: (found: Found, key: string, other?: boolean) => Promise<Asking>,
  status: number,
): Exchange[] => [
  {
    it: "is answered the same by the same key",
    needs: "rig",
    ask: (found) => ask(found, newKey()),
    status,
    async check(_, found) {
      const request = await ask(found, newKey());
      const answers = [
        await found.ask(request),
        await found.ask(request),
        await found.ask(request),
      ];
      assert.equal(new Set(answers.map(({ status: each, text }) => `${each} ${text}`)).size, 1);
    },
  },
  {
    it: "refuses a key that was used for another request",
    needs: "rig",
    ask: async (found) => {
      const key = newKey();
      const request = await ask(found, key);
      await found.ask(request);
      return { ...request, body: (await ask(found, key, true)).body! };
    },
    status: 409,
    check: isFault("idempotency_conflict"),
  },
  {
    it: "refuses a key of 256 characters",
    needs: "rig",
    ask: (found) => ask(found, "a".repeat(256)),
    status: 400,
    check: isFault("invalid_request", /^idempotency-key: /),
  },
];
