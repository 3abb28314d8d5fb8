import assert from "node:assert/strict";
import type { Amounts, Offer, Payment } from "../../../core/ports/payments.ts";

/** Asserts that an offer has valid text, amounts, billing and URLs. */
export function assertOffer({
  id,
  product,
  title,
  amount,
  currency,
  billing,
  trialDays,
  needsShipping,
  isAvailable,
  url,
  image,
}: Offer): void {
  for (const text of [id, product, title]) assert.ok(text.trim(), id);
  assert.ok(Number.isSafeInteger(amount) && amount >= 0, `${id}: ${amount}`);
  assert.match(currency, /^[A-Z]{3}$/, id);
  if (billing) {
    assert.ok(["day", "week", "month", "year"].includes(billing.interval), id);
    assert.ok(Number.isSafeInteger(billing.count) && billing.count > 0, id);
  }
  if (trialDays !== undefined) {
    assert.ok(billing, `${id} has a trial but no billing`);
    assert.ok(Number.isSafeInteger(trialDays) && trialDays > 0, `${id}: ${trialDays}`);
  }
  for (const flag of [needsShipping, isAvailable]) assert.equal(typeof flag, "boolean", id);
  for (const link of [url, image])
    if (link !== undefined) assert.match(link, /^(\/(?!\/)|https?:\/\/)/, id);
}

/** Asserts the state of a payment, and that it has only the port's properties and no buyer data. */
export function assertPayment(payment: Payment, state: Payment["state"]): void {
  assert.equal(payment.state, state);
  for (const key of Object.keys(payment))
    assert.ok(["id", "state", "url", "amounts"].includes(key), `unexpected property ${key}`);
  for (const key of Object.keys(payment.amounts))
    assert.ok(
      ["subtotal", "total", "discount", "shipping", "tax"].includes(key),
      `unexpected property amounts.${key}`,
    );
  if (state === "open") assert.ok(URL.canParse(payment.url ?? ""), "an open payment needs a URL");
  else assert.equal(payment.url, undefined, "only an open payment has a URL");
  assertTotal(payment.amounts);
}

/** Asserts that the total matches the other amounts. Prices may include or exclude tax. */
export function assertTotal({
  subtotal,
  total,
  discount = 0,
  shipping = 0,
  tax = 0,
}: Amounts): void {
  for (const amount of [subtotal, total, discount, shipping, tax])
    assert.ok(Number.isSafeInteger(amount) && amount >= 0, String(amount));
  const difference = total - (subtotal - discount + shipping);
  assert.ok(
    difference === 0 || difference === tax,
    `${subtotal} - ${discount} + ${shipping} (+ ${tax}) is not ${total}`,
  );
}
