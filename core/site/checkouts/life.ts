import { Problem } from "../../problem.ts";
import type { Checkout } from "../../ports/storage.ts";
import { canceled, expired, isCheckoutId, isFinal, isTooLate, newCheckout, newCheckoutId, orderKey, withLines, withPayment } from "../domain/checkout.ts";
import { linesOf } from "../domain/offer.ts";
import { urlOf } from "../domain/site.ts";
import type { Commerce } from "./commerce.ts";

/** So many of an offer, by its id. */
export interface Wanted {
  readonly offer: string;
  readonly quantity: number;
}

/** Opens a checkout of a new id, which nobody else can be at. */
export async function openNewCheckout(commerce: Commerce, wanted: readonly Wanted[]): Promise<Checkout> {
  const { offers } = await commerce.payments.offers();
  const checkout = newCheckout(newCheckoutId(), linesOf(wanted, offers), commerce.now());
  await commerce.storage.addCheckout(checkout);
  return settled(commerce, checkout);
}

/**
 * Opens a checkout of this id. Asked again, by whoever takes over from one who did not get to the end, it goes on where
 * that one stopped: there is one hosted page, and one checkout.
 */
export async function openCheckout(commerce: Commerce, id: string, wanted: readonly Wanted[]): Promise<Checkout> {
  const { payments, storage, now } = commerce;
  let checkout = await storage.checkout(id);
  if (!checkout) {
    const { offers } = await payments.offers();
    await storage.addCheckout(newCheckout(id, linesOf(wanted, offers), now()));
    checkout = (await storage.checkout(id))!;
  }
  return settled(commerce, checkout);
}

/** The checkout as it stands now, asked of the payment provider. */
export async function readCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  // PostgreSQL would refuse some texts.
  const checkout = isCheckoutId(id) ? await commerce.storage.checkout(id) : undefined;
  if (!checkout) throw new Problem("checkout_not_found", `There is no checkout ${id.slice(0, 200)}.`, { hint: "Create one: its answer has the id." });
  return settled(commerce, checkout);
}

/** Gives a checkout that is not paid yet other lines: the hosted page closes, and another opens. */
export async function changeCheckout(commerce: Commerce, id: string, wanted: readonly Wanted[]): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  refuseFinal(before, "changed");
  if (isSame(before, wanted)) return before;
  const { offers } = await commerce.payments.offers();
  const lines = linesOf(wanted, offers);
  const closed = await closedPage(commerce, before);
  refuseFinal(closed, "changed");
  const after = withLines(closed, lines, commerce.now());
  if (await commerce.storage.saveCheckout(after)) return settled(commerce, after);
  return changeCheckout(commerce, id, wanted);
}

/** Calls off a checkout that is not paid yet. */
export async function cancelCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  refuseFinal(before, "canceled");
  const closed = await closedPage(commerce, before);
  refuseFinal(closed, "canceled");
  const after = canceled(closed, commerce.now());
  return (await commerce.storage.saveCheckout(after)) ? after : cancelCheckout(commerce, id);
}

/** Learns what became of a payment; of one that no checkout has, nothing. */
export async function learnOfPayment(commerce: Commerce, payment: string): Promise<void> {
  const checkout = await commerce.storage.checkoutOfPayment(payment);
  if (checkout) await settled(commerce, checkout);
}

/** Brings a checkout up to date with its payment, opening it where it is yet to be opened. */
async function settled(commerce: Commerce, checkout: Checkout): Promise<Checkout> {
  if (isFinal(checkout)) return checkout;
  const { payments, storage, now } = commerce;
  const after = checkout.payment === undefined ? await opened(commerce, checkout) : withPayment(checkout, await found(checkout.payment), now());
  if (after === checkout || (await storage.saveCheckout(after))) return after;
  // Somebody else was quicker, and has seen at least as much.
  return settled(commerce, (await storage.checkout(checkout.id))!);

  async function found(id: string) {
    const payment = await payments.find(id);
    if (payment) return payment;
    throw new Problem("payments_unavailable", `The payment provider does not know the payment of the checkout ${checkout.id}.`);
  }
}

async function opened(commerce: Commerce, checkout: Checkout): Promise<Checkout> {
  const { payments, site, now } = commerce;
  if (isTooLate(checkout, now())) return expired(checkout, now());
  const { id, lines, expires } = checkout;
  const payment = await payments.open({ key: orderKey(checkout), checkout: id, lines, expires, returnUrl: urlOf(site, `/checkout/${id}`) });
  return withPayment(checkout, payment, now());
}

/** The checkout with its page closed, not saved yet; as it became where it was paid in the meantime: that is saved. */
async function closedPage(commerce: Commerce, checkout: Checkout): Promise<Checkout> {
  const { payments, storage, now } = commerce;
  const payment = await payments.close(checkout.payment!);
  if (payment.state === "closed") return checkout;
  const after = withPayment(checkout, payment, now());
  if (after !== checkout) await storage.saveCheckout(after);
  return after;
}

/** A payment that is on its way can't be called back either. */
function refuseFinal(checkout: Checkout, what: string): void {
  if (!isFinal(checkout) && checkout.state !== "processing") return;
  throw new Problem("checkout_final", `The checkout ${checkout.id} is ${checkout.state}: it can't be ${what} any more.`, {
    hint: checkout.state === "completed" ? "It is paid; the shop's own terms say how to return things." : "Create a new one.",
  });
}

const isSame = ({ lines }: Checkout, wanted: readonly Wanted[]) =>
  lines.length === wanted.length && lines.every(({ offer, quantity }, at) => offer.id === wanted[at]!.offer && quantity === wanted[at]!.quantity);
