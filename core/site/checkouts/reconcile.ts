import type { Checkout } from "../../ports/checkout-store.ts";
import type { Payment } from "../../ports/payments.ts";
import { Problem } from "../../problem.ts";
import {
  expireCheckout,
  isFinal,
  isTooLate,
  orderKey,
  withLinesBefore,
  withPayment,
} from "../domain/checkout.ts";
import { serviceUrl } from "../domain/site.ts";
import type { Commerce } from "./commerce.ts";

/**
 * Brings a checkout up to date with its payment: opens the page that is yet to be opened, closes the one that is to be
 * closed, and goes on with what is to come then. Anybody may do it, at the same time as others too, and as often as they
 * like. `refused` hears that the provider does not take a change; the checkout has its lines of before then.
 */
export async function reconcile(
  commerce: Commerce,
  checkout: Checkout,
  onRefused: (problem: Problem) => void = () => {},
): Promise<Checkout> {
  if (isFinal(checkout)) return checkout;
  const { storage } = commerce;
  const updated =
    checkout.payment === undefined
      ? await openPaymentPage(commerce, checkout, onRefused)
      : await refreshPayment(commerce, checkout, checkout.payment);
  if (updated === checkout) return checkout;
  // Where somebody else was quicker, they have seen at least as much.
  if (!(await storage.saveCheckout(updated)))
    return reconcile(commerce, (await storage.findCheckout(checkout.id))!, onRefused);
  return updated.state === "opening" ? reconcile(commerce, updated, onRefused) : updated;
}

/** The checkout after its page has been opened, or could not be. */
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

/** What a provider says that will not sell something, now or later. */
const REFUSAL_CODES = new Set<Problem["code"]>([
  "invalid_input",
  "offer_unavailable",
  "offers_do_not_mix",
]);

/** The checkout after the provider has said what became of its payment, and closed it if that is to be. */
async function refreshPayment(
  { payments, now }: Commerce,
  checkout: Checkout,
  paymentId: string,
): Promise<Checkout> {
  let payment: Payment | undefined = await payments.findPayment(paymentId);
  if (payment?.state === "open" && checkout.next) payment = await payments.closePayment(paymentId);
  if (payment) return withPayment(checkout, payment, now());
  // Another provider may have been set up since.
  if (Date.parse(checkout.expires) <= now()) return expireCheckout(checkout, now());
  throw new Problem(
    "payments_unavailable",
    `The payment provider does not know the payment of the checkout ${checkout.id}.`,
  );
}
