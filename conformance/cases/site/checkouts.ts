import assert from "node:assert/strict";
import type { Output } from "../../../core/site/contract.ts";
import { type Case, type CasesOf, type Found, type Reply, skip } from "../../case.ts";
import { END_PATH } from "../../rig/payments.ts";
import { saysWhenToComeAgain } from "./rate.ts";

type Checkout = Output<"getCheckout">;

/** An offer of the site that can be bought now, whatever it is. */
export async function someOffer({ call }: Found): Promise<string> {
  const { value } = await call("listProducts", {});
  return (
    value.offers.find(({ available }) => available)?.id ??
    skip("nothing is for sale, or all of it is sold out")
  );
}

/** A checkout of an offer, by whatever caller is under test. */
export async function created(
  { call }: Found,
  offer: string,
  more: object = {},
): Promise<Checkout> {
  return (await call("createCheckout", { offer, ...more })).value;
}

/** Has the rig's provider bring a checkout's payment to an end. */
export async function ended(
  { ask }: Pick<Found, "ask">,
  { continue_url: url = "" }: { continue_url?: string | undefined },
  state: string,
): Promise<void> {
  const body = new URLSearchParams({ payment: url.split("/").at(-1)!, state }).toString();
  await ask({
    method: "POST",
    path: END_PATH,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });
}

/** A key that nobody has used. */
export const newKey = (): string => `key-${crypto.randomUUID()}`;

const LEAVES_OUT = "the document can't say that other names are refused";
const ONE_PROVIDER = "a mock keeps nothing, so that there is nothing to come back to";

const isOpen = ({ value }: Reply<Checkout>): void => {
  assert.equal(value.status, "requires_escalation");
  assert.ok(value.continue_url && URL.canParse(value.continue_url), String(value.continue_url));
  assert.match(value.message, /continue_url/);
  assert.ok(Date.parse(value.expires_at) > Date.parse(value.created_at));
  assert.equal(value.order, undefined);
  assert.ok(value.id.length >= 24, "an id can't be guessed");
};

/** What creating a checkout must do. */
export const createCheckout: CasesOf<"createCheckout"> = [
  {
    it: "gives the page on which the buyer pays",
    writes: true,
    send: async (found) => ({ offer: await someOffer(found) }),
    status: 201,
    check: isOpen,
  },
  {
    it: "adds up what is due today",
    needs: "rig",
    send: { offer: "reel-tape", quantity: 3 },
    status: 201,
    answer: { currency: "EUR", totals: { subtotal: 7470, total: 7470 } },
  },
  {
    it: "has nothing due while a trial runs",
    needs: "rig",
    send: { offer: "desk-monthly" },
    status: 201,
    answer: { currency: "EUR", totals: { subtotal: 1200, discount: 1200, total: 0 } },
  },
  {
    it: "gives the same checkout for the same key",
    writes: true,
    undocumented: ONE_PROVIDER,
    send: async (found) => ({ offer: await someOffer(found), idempotency_key: newKey() }),
    status: 201,
    async check({ value }, found) {
      const key = newKey();
      const [one, two] = [
        await created(found, value.lines[0]!.offer, { idempotency_key: key }),
        await created(found, value.lines[0]!.offer, { idempotency_key: key }),
      ];
      assert.equal(one.id, two.id);
      assert.notEqual(one.id, value.id);
    },
  },
  {
    it: "makes one checkout of fifty at once with one key",
    needs: "rig",
    send: { offer: "desk-licence" },
    status: 201,
    async check(_, found) {
      const key = newKey();
      const all = await Promise.all(
        Array.from({ length: 50 }, () => created(found, "desk-licence", { idempotency_key: key })),
      );
      assert.equal(new Set(all.map(({ id, continue_url }) => `${id} ${continue_url}`)).size, 1);
    },
  },
  {
    it: "makes a checkout of its own for each client, though their keys are the same",
    needs: "rig",
    only: { caller: "http", because: "who asks is told by a header" },
    send: { offer: "desk-licence" },
    status: 201,
    async check(_, { ask }) {
      const body = JSON.stringify({ offer: "desk-licence", idempotency_key: newKey() });
      const by = async (authorization: string) =>
        JSON.parse(
          (
            await ask({
              method: "POST",
              path: "/agent/commerce/checkouts",
              headers: { authorization, "content-type": "application/json" },
              body,
            })
          ).text,
        ).id;
      assert.notEqual(await by("Bearer one"), await by("Bearer two"));
      assert.equal(await by("Bearer one"), await by("Bearer one"));
    },
  },
  {
    it: "takes the most that can be had of one",
    needs: "rig",
    send: { offer: "desk-licence", quantity: 100 },
    status: 201,
  },
  {
    it: "refuses none at all",
    send: { offer: "desk-licence", quantity: 0 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a million",
    send: { offer: "desk-licence", quantity: 1_000_000 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses half a one",
    send: { offer: "desk-licence", quantity: 0.5 },
    status: 400,
    problem: "invalid_input",
  },
  { it: "refuses a missing offer", send: {}, status: 400, problem: "invalid_input" },
  {
    it: "refuses a key of 256 characters",
    send: { offer: "desk-licence", idempotency_key: "a".repeat(256) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a way to pay: payment is taken on the hosted page alone",
    undocumented: LEAVES_OUT,
    send: { offer: "desk-licence", ...{ payment_token: "spt_4242424242424242" } },
    status: 400,
    problem: "invalid_input",
    check: ({ value }) =>
      assert.ok(!JSON.stringify(value).includes("4242424242"), "what pays is not repeated"),
  },
  {
    it: "refuses an offer that is not for sale",
    send: { offer: "no-such-offer" },
    status: 404,
    problem: "offer_not_found",
  },
  {
    it: "refuses an offer that is sold out",
    needs: "rig",
    send: { offer: "valve" },
    status: 409,
    problem: "offer_unavailable",
  },
  {
    it: "refuses a body that is larger than is read",
    only: { caller: "http", because: "MCP's messages have a limit of their own" },
    undocumented: "the document can't say how large a body may be",
    unproxied: "Prism reads no body of this size",
    send: { offer: "a".repeat(1.5 * 1024 * 1024) },
    status: 413,
    problem: "body_too_large",
  },
  {
    it: "refuses a key that was used for another request",
    needs: "rig",
    send: async (found) => {
      const key = newKey();
      await created(found, "desk-licence", { idempotency_key: key });
      return { offer: "desk-licence", quantity: 2, idempotency_key: key };
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "refuses a client that has used up its rate",
    spent: true,
    send: { offer: "desk-licence" },
    status: 429,
    problem: "rate_limited",
    check: saysWhenToComeAgain,
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    send: { offer: "desk-licence" },
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the payment provider can't be reached",
    fault: 503,
    send: { offer: "desk-licence" },
    status: 503,
    problem: "payments_unavailable",
  },
];

/** A checkout whose payment has come to an end is read as such. */
const after = (
  it: string,
  state: string | undefined,
  check: (checkout: Checkout) => void,
): Case<"getCheckout"> => ({
  it,
  needs: "rig",
  send: async (found) => {
    const checkout = await created(found, "reel-tape");
    if (state) await ended(found, checkout, state);
    return { id: checkout.id };
  },
  status: 200,
  check: ({ value }) => check(value),
});

/** What reading a checkout must do. */
export const getCheckout: CasesOf<"getCheckout"> = [
  {
    it: "reads what was created",
    writes: true,
    send: async (found) => ({ id: (await created(found, await someOffer(found))).id }),
    status: 200,
    check: isOpen,
  },
  after("says where to pay while nobody has", undefined, ({ status, continue_url }) =>
    assert.ok(status === "requires_escalation" && continue_url),
  ),
  after(
    "is complete once it is paid, and names the order",
    "paid",
    ({ status, continue_url, order, id }) => {
      assert.deepEqual([status, continue_url], ["completed", undefined]);
      assert.match(order!.id, /^ord_/);
      assert.ok(order!.url.endsWith(`/checkout/${id}`));
    },
  ),
  after(
    "waits for a payment that takes its time",
    "processing",
    ({ status, continue_url, order }) =>
      assert.deepEqual(
        [status, continue_url, order],
        ["complete_in_progress", undefined, undefined],
      ),
  ),
  after("says that a payment did not arrive", "failed", ({ status, continue_url }) =>
    assert.deepEqual([status, continue_url], ["payment_failed", undefined]),
  ),
  after("says that its time is over", "closed", ({ status, continue_url }) =>
    assert.deepEqual([status, continue_url], ["expired", undefined]),
  ),
  {
    it: "refuses an id that no checkout could have",
    undocumented: "Prism does not hold the length of a path against it",
    send: { id: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "does not know an id that was guessed",
    send: { id: "chk_guessed" },
    status: 404,
    problem: "checkout_not_found",
  },
  {
    it: "refuses a client that has used up its rate",
    spent: true,
    send: { id: "chk_any" },
    status: 429,
    problem: "rate_limited",
    check: saysWhenToComeAgain,
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    send: async (found) => ({ id: (await created(found, "reel-tape")).id }),
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the payment provider can't be reached",
    fault: 503,
    send: async (found) => ({ id: (await created(found, "reel-tape")).id }),
    status: 503,
    problem: "payments_unavailable",
  },
];
