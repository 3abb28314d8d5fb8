import assert from "node:assert/strict";
import type { Output } from "../../../core/site/contract.ts";
import { type CallResult, type SiteContext, skip } from "../../case.ts";
import { END_PAYMENT_PATH } from "../../fixtures/payments.ts";

export type Checkout = Output<"getCheckout">;

/** Returns the ID of an available offer. Skips the case if there is none. */
export async function findOffer({ call }: SiteContext): Promise<string> {
  const { value } = await call("listProducts", {});
  return (
    value.offers.find(({ available }) => available)?.id ??
    skip("nothing is for sale, or every offer is sold out")
  );
}

/** Creates a checkout of an offer with the caller under test. */
export async function createOpenCheckout(
  { call }: SiteContext,
  offer: string,
  extra: object = {},
): Promise<Checkout> {
  return (await call("createCheckout", { offer, ...extra })).value;
}

/** Ends a checkout's payment at the fixture's payment provider in a state. */
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

/** Returns an unused idempotency key. */
export const newIdempotencyKey = (): string => `key-${crypto.randomUUID()}`;

/** Checks that a checkout waits for the buyer to pay. */
export const assertOpenCheckout = ({ value }: CallResult<Checkout>): void => {
  assert.equal(value.status, "requires_escalation");
  assert.ok(value.continue_url && URL.canParse(value.continue_url), String(value.continue_url));
  assert.match(value.message, /continue_url/);
  assert.ok(Date.parse(value.expires_at) > Date.parse(value.created_at));
  assert.equal(value.order, undefined);
  assert.ok(value.id.length >= 24, "the ID is short enough to guess");
};
