import type { Payment } from "../../ports/payments.ts";
import type { Checkout } from "../../ports/storage.ts";
import { Problem } from "../../problem.ts";
import {
  expired,
  isFinal,
  isTooLate,
  orderKey,
  withLinesBefore,
  withPayment,
} from "../domain/checkout.ts";
import { urlOf } from "../domain/site.ts";
import type { Commerce } from "./commerce.ts";

/**
 * Brings a checkout up to date with its payment: opens the page that is yet to be opened, closes the one that is to be
 * closed, and goes on with what is to come then. Anybody may do it, at the same time as others too, and as often as they
 * like. `refused` hears that the provider does not take a change; the checkout has its lines of before then.
 */
export async function settled(
  commerce: Commerce,
  checkout: Checkout,
  refused: (problem: Problem) => void = () => {},
): Promise<Checkout> {
  if (isFinal(checkout)) return checkout;
  const { storage } = commerce;
  const after =
    checkout.payment === undefined
      ? await opened(commerce, checkout, refused)
      : await asked(commerce, checkout, checkout.payment);
  if (after === checkout) return checkout;
  // Where somebody else was quicker, they have seen at least as much.
  if (!(await storage.saveCheckout(after)))
    return settled(commerce, (await storage.checkout(checkout.id))!, refused);
  return after.state === "opening" ? settled(commerce, after, refused) : after;
}

/** The checkout after its page has been opened, or could not be. */
async function opened(
  { payments, site, now }: Commerce,
  checkout: Checkout,
  refused: (problem: Problem) => void,
): Promise<Checkout> {
  if (isTooLate(checkout, now())) return expired(checkout, now());
  const { id, lines, before, expires } = checkout;
  try {
    const payment = await payments.open({
      key: orderKey(checkout),
      checkout: id,
      lines,
      expires,
      returnUrl: urlOf(site, `/checkout/${id}`),
    });
    return withPayment(checkout, payment, now());
  } catch (error) {
    if (!before || !(error instanceof Problem) || !REFUSALS.has(error.code)) throw error;
    refused(error);
    return withLinesBefore({ ...checkout, before }, now());
  }
}

/** What a provider says that will not sell something, now or later. */
const REFUSALS = new Set<Problem["code"]>([
  "invalid_input",
  "offer_unavailable",
  "offers_do_not_mix",
]);

/** The checkout after the provider has said what became of its payment, and closed it if that is to be. */
async function asked(
  { payments, now }: Commerce,
  checkout: Checkout,
  id: string,
): Promise<Checkout> {
  let payment: Payment | undefined = await payments.find(id);
  if (payment?.state === "open" && checkout.next) payment = await payments.close(id);
  if (payment) return withPayment(checkout, payment, now());
  // Another provider may have been set up since.
  if (Date.parse(checkout.expires) <= now()) return expired(checkout, now());
  throw new Problem(
    "payments_unavailable",
    `The payment provider does not know the payment of the checkout ${checkout.id}.`,
  );
}
