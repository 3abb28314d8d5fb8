import { Problem } from "../../http/problem.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import type { Payment } from "../../ports/payments.ts";
import type { Checkout } from "../../ports/stores/checkout-store.ts";
import { serviceUrl } from "../site.ts";
import {
  expireCheckout,
  isFinal,
  isTooLate,
  orderKey,
  withLinesBefore,
  withPayment,
} from "./checkout.ts";
import type { Commerce } from "./commerce.ts";

/**
 * Brings a checkout in line with its payment: opens its hosted payment page, closes the page before
 * a pending change, and applies the change. Safe to call concurrently and repeatedly. If the
 * provider refuses changed lines, the checkout gets its previous lines back and `onRefused`
 * receives the problem.
 */
export async function reconcile(
  commerce: Commerce,
  checkout: Checkout,
  onRefused: (problem: Problem) => void = () => {},
): Promise<Checkout> {
  if (isFinal(checkout)) return checkout;
  const { checkoutStore } = commerce;
  const updated =
    checkout.payment === undefined
      ? await openPaymentPage(commerce, checkout, onRefused)
      : await refreshPayment(commerce, checkout, checkout.payment);
  if (updated === checkout) return checkout;
  // A concurrent call saved first. Its view of the payment is at least as recent.
  if (!(await checkoutStore.saveCheckout(updated)))
    return reconcile(commerce, await readAddedCheckout(commerce, checkout.id), onRefused);
  return updated.state === "opening" ? reconcile(commerce, updated, onRefused) : updated;
}

/** Opens the hosted payment page. Restores the previous lines if the provider refuses new ones. */
async function openPaymentPage(
  { payments, site, now }: Commerce,
  checkout: Checkout,
  onRefused: (problem: Problem) => void,
): Promise<Checkout> {
  if (isTooLate(checkout, now())) return expireCheckout(checkout, now());
  const { id, lines, before, expires } = checkout;
  try {
    const payment = await payments.openPayment({
      key: orderKey(checkout),
      checkout: id,
      lines,
      expires,
      returnUrl: serviceUrl(site, `/checkout/${id}`),
    });
    return withPayment(checkout, payment, now());
  } catch (error) {
    if (!before || !(error instanceof Problem) || !REFUSAL_CODES.has(error.code)) throw error;
    onRefused(error);
    return withLinesBefore({ ...checkout, before }, now());
  }
}

/** The problems with which a provider refuses an order permanently. */
const REFUSAL_CODES = new Set<Problem["code"]>([
  "invalid_input",
  "offer_unavailable",
  "offers_do_not_mix",
]);

/** Reads the payment from the provider, and closes its page if a change is pending. */
async function refreshPayment(
  { payments, now }: Commerce,
  checkout: Checkout,
  paymentId: string,
): Promise<Checkout> {
  let payment: Payment | undefined = await payments.findPayment(paymentId);
  if (payment?.state === "open" && checkout.next) payment = await payments.closePayment(paymentId);
  if (payment) return withPayment(checkout, payment, now());
  // The deployment may have changed its payment provider.
  if (Date.parse(checkout.expires) <= now()) return expireCheckout(checkout, now());
  throw new Problem(
    "payments_unavailable",
    `The payment provider doesn't know the payment of checkout "${checkout.id}".`,
  );
}

/** Reads a checkout that was added before. */
export const readAddedCheckout = async (
  { checkoutStore }: Pick<Commerce, "checkoutStore">,
  id: string,
): Promise<Checkout> =>
  requireValue(await checkoutStore.findCheckout(id), "a checkout that was added");
