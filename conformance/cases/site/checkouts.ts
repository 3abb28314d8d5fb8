import assert from "node:assert/strict";
import type { Output } from "../../../core/site/contract.ts";
import { type CallResult, type Case, type CasesOf, type SiteContext, skip } from "../../case.ts";
import { END_PAYMENT_PATH } from "../../fixtures/payments.ts";
import { assertRetryAfter } from "./rate-limit.ts";

type Checkout = Output<"getCheckout">;

/** An offer of the site that can be bought now, whatever it is. */
export async function findOffer({ call }: SiteContext): Promise<string> {
  const { value } = await call("listProducts", {});
  return (
    value.offers.find(({ available }) => available)?.id ??
    skip("nothing is for sale, or all of it is sold out")
  );
}

/** A checkout of an offer, by whatever caller is under test. */
export async function createOpenCheckout(
  { call }: SiteContext,
  offer: string,
  extra: object = {},
): Promise<Checkout> {
  return (await call("createCheckout", { offer, ...extra })).value;
}

/** Has the rig's provider bring a checkout's payment to an end. */
export async function endPayment(
  { send }: Pick<SiteContext, "send">,
  { continue_url: url = "" }: { continue_url?: string | undefined },
  state: string,
): Promise<void> {
  const body = new URLSearchParams({ payment: url.split("/").at(-1)!, state }).toString();
  await send({
    method: "POST",
    path: END_PAYMENT_PATH,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });
}

/** A key that nobody has used. */
export const newIdempotencyKey = (): string => `key-${crypto.randomUUID()}`;

const EXTRA_NAMES_UNDOCUMENTED = "the document can't say that other names are refused";
const MOCK_IS_STATELESS = "a mock keeps nothing, so that there is nothing to come back to";

const assertOpenCheckout = ({ value }: CallResult<Checkout>): void => {
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
    input: async (context) => ({ offer: await findOffer(context) }),
    status: 201,
    check: assertOpenCheckout,
  },
  {
    it: "adds up what is due today",
    requires: "fixture",
    input: { offer: "reel-tape", quantity: 3 },
    status: 201,
    output: { currency: "EUR", totals: { subtotal: 7470, total: 7470 } },
  },
  {
    it: "has nothing due while a trial runs",
    requires: "fixture",
    input: { offer: "desk-monthly" },
    status: 201,
    output: { currency: "EUR", totals: { subtotal: 1200, discount: 1200, total: 0 } },
  },
  {
    it: "gives the same checkout for the same key",
    writes: true,
    mockSkipReason: MOCK_IS_STATELESS,
    input: async (context) => ({
      offer: await findOffer(context),
      idempotency_key: newIdempotencyKey(),
    }),
    status: 201,
    async check({ value }, context) {
      const key = newIdempotencyKey();
      const [one, two] = [
        await createOpenCheckout(context, value.lines[0]!.offer, { idempotency_key: key }),
        await createOpenCheckout(context, value.lines[0]!.offer, { idempotency_key: key }),
      ];
      assert.equal(one.id, two.id);
      assert.notEqual(one.id, value.id);
    },
  },
  {
    it: "makes one checkout of fifty at once with one key",
    requires: "fixture",
    input: { offer: "desk-license" },
    status: 201,
    async check(_, context) {
      const key = newIdempotencyKey();
      const all = await Promise.all(
        Array.from({ length: 50 }, () =>
          createOpenCheckout(context, "desk-license", { idempotency_key: key }),
        ),
      );
      assert.equal(new Set(all.map(({ id, continue_url }) => `${id} ${continue_url}`)).size, 1);
    },
  },
  {
    it: "makes a checkout of its own for each client, though their keys are the same",
    requires: "fixture",
    only: { protocol: "http", reason: "who asks is told by a header" },
    input: { offer: "desk-license" },
    status: 201,
    async check(_, { send }) {
      const body = JSON.stringify({ offer: "desk-license", idempotency_key: newIdempotencyKey() });
      const by = async (authorization: string) =>
        JSON.parse(
          (
            await send({
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
    requires: "fixture",
    input: { offer: "desk-license", quantity: 100 },
    status: 201,
  },
  {
    it: "refuses none at all",
    input: { offer: "desk-license", quantity: 0 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a million",
    input: { offer: "desk-license", quantity: 1_000_000 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses half a one",
    input: { offer: "desk-license", quantity: 0.5 },
    status: 400,
    problem: "invalid_input",
  },
  { it: "refuses a missing offer", input: {}, status: 400, problem: "invalid_input" },
  {
    it: "refuses a key of 256 characters",
    input: { offer: "desk-license", idempotency_key: "a".repeat(256) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a way to pay: payment is taken on the hosted page alone",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { offer: "desk-license", ...{ payment_token: "spt_4242424242424242" } },
    status: 400,
    problem: "invalid_input",
    check: ({ value }) =>
      assert.ok(!JSON.stringify(value).includes("4242424242"), "what pays is not repeated"),
  },
  {
    it: "refuses an offer that is not for sale",
    input: { offer: "no-such-offer" },
    status: 404,
    problem: "offer_not_found",
  },
  {
    it: "refuses an offer that is sold out",
    requires: "fixture",
    input: { offer: "valve" },
    status: 409,
    problem: "offer_unavailable",
  },
  {
    it: "refuses a body that is larger than is read",
    only: { protocol: "http", reason: "MCP's messages have a limit of their own" },
    mockSkipReason: "the document can't say how large a body may be",
    proxySkipReason: "Prism reads no body of this size",
    input: { offer: "a".repeat(1.5 * 1024 * 1024) },
    status: 413,
    problem: "body_too_large",
  },
  {
    it: "refuses a key that was used for another request",
    requires: "fixture",
    input: async (context) => {
      const key = newIdempotencyKey();
      await createOpenCheckout(context, "desk-license", { idempotency_key: key });
      return { offer: "desk-license", quantity: 2, idempotency_key: key };
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    input: { offer: "desk-license" },
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    input: { offer: "desk-license" },
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the payment provider can't be reached",
    fault: 503,
    input: { offer: "desk-license" },
    status: 503,
    problem: "payments_unavailable",
  },
];

/** A checkout whose payment has come to an end is read as such. */
const settledCheckout = (
  it: string,
  state: string | undefined,
  check: (checkout: Checkout) => void,
): Case<"getCheckout"> => ({
  it,
  requires: "fixture",
  input: async (context) => {
    const checkout = await createOpenCheckout(context, "reel-tape");
    if (state) await endPayment(context, checkout, state);
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
    input: async (context) => ({
      id: (await createOpenCheckout(context, await findOffer(context))).id,
    }),
    status: 200,
    check: assertOpenCheckout,
  },
  settledCheckout("says where to pay while nobody has", undefined, ({ status, continue_url }) =>
    assert.ok(status === "requires_escalation" && continue_url),
  ),
  settledCheckout(
    "is complete once it is paid, and names the order",
    "paid",
    ({ status, continue_url, order, id }) => {
      assert.deepEqual([status, continue_url], ["completed", undefined]);
      assert.match(order!.id, /^ord_/);
      assert.ok(order!.url.endsWith(`/checkout/${id}`));
    },
  ),
  settledCheckout(
    "waits for a payment that takes its time",
    "processing",
    ({ status, continue_url, order }) =>
      assert.deepEqual(
        [status, continue_url, order],
        ["complete_in_progress", undefined, undefined],
      ),
  ),
  settledCheckout("says that a payment did not arrive", "failed", ({ status, continue_url }) =>
    assert.deepEqual([status, continue_url], ["payment_failed", undefined]),
  ),
  settledCheckout("says that its time is over", "closed", ({ status, continue_url }) =>
    assert.deepEqual([status, continue_url], ["expired", undefined]),
  ),
  {
    it: "refuses an id that no checkout could have",
    mockSkipReason: "Prism does not hold the length of a path against it",
    input: { id: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "does not know an id that was guessed",
    input: { id: "chk_guessed" },
    status: 404,
    problem: "checkout_not_found",
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    input: { id: "chk_any" },
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    input: async (context) => ({ id: (await createOpenCheckout(context, "reel-tape")).id }),
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the payment provider can't be reached",
    fault: 503,
    input: async (context) => ({ id: (await createOpenCheckout(context, "reel-tape")).id }),
    status: 503,
    problem: "payments_unavailable",
  },
];
