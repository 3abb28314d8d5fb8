import type { Checkout } from "../../ports/checkout-store.ts";
import { Problem } from "../../problem.ts";
import {
  isCheckoutId,
  isFinal,
  isTooLate,
  newCheckout,
  newCheckoutId,
  withPendingChange,
} from "../domain/checkout.ts";
import { resolveLines } from "../domain/offer.ts";
import type { Commerce } from "./commerce.ts";
import { reconcile } from "./reconcile.ts";

/** So many of an offer, by its id. */
export interface RequestedLine {
  readonly offer: string;
  readonly quantity: number;
}

/** Opens a checkout of a new id, which nobody else can be at. */
export async function openNewCheckout(
  commerce: Commerce,
  requested: readonly RequestedLine[],
): Promise<Checkout> {
  const { offers } = await commerce.payments.listOffers();
  const checkout = newCheckout(newCheckoutId(), resolveLines(requested, offers), commerce.now());
  await commerce.storage.addCheckout(checkout);
  return reconcile(commerce, checkout);
}

/**
 * Opens a checkout of this id. Asked again, by whoever takes over from one who did not get to the end, it goes on where
 * that one stopped: there is one hosted page, and one checkout.
 */
export async function openCheckout(
  commerce: Commerce,
  id: string,
  requested: readonly RequestedLine[],
): Promise<Checkout> {
  const { payments, storage, now } = commerce;
  let checkout = await storage.findCheckout(id);
  if (!checkout) {
    const { offers } = await payments.listOffers();
    await storage.addCheckout(newCheckout(id, resolveLines(requested, offers), now()));
    checkout = (await storage.findCheckout(id))!;
  }
  return reconcile(commerce, checkout);
}

/** The checkout as it stands now, asked of the payment provider. */
export async function readCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  // PostgreSQL would refuse some texts.
  const checkout = isCheckoutId(id) ? await commerce.storage.findCheckout(id) : undefined;
  if (!checkout)
    throw new Problem("checkout_not_found", `There is no checkout ${id.slice(0, 200)}.`, {
      hint: "Create one: its answer has the id.",
    });
  return reconcile(commerce, checkout);
}

/**
 * Gives a checkout that is not paid yet other lines: the hosted page closes, and another opens. Where the provider does not
 * sell those, the checkout has the lines again that it had, and the provider's `Problem` is thrown.
 */
export async function changeCheckout(
  commerce: Commerce,
  id: string,
  requested: readonly RequestedLine[],
): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  requireNotFinal(before, "changed");
  if (hasSameLines(before, requested)) return before;
  const { offers } = await commerce.payments.listOffers();
  const lines = resolveLines(requested, offers);
  if (isTooLate(before, commerce.now())) {
    throw new Problem(
      "checkout_final",
      `The page of the checkout ${id} closes at ${before.expires}: there is no time to open another.`,
      { hint: "Create a new one." },
    );
  }
  const pendingChange = withPendingChange(before, lines, commerce.now());
  // Somebody else was quicker.
  if (!(await commerce.storage.saveCheckout(pendingChange)))
    return changeCheckout(commerce, id, requested);
  let providerRefusal: Problem | undefined;
  const after = await reconcile(commerce, pendingChange, (problem) => (providerRefusal = problem));
  if (providerRefusal) throw providerRefusal;
  requireNotFinal(after, "changed");
  return after;
}

/** Calls off a checkout that is not paid yet. */
export async function cancelCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  requireNotFinal(before, "canceled");
  const pendingCancellation = withPendingChange(before, "canceled", commerce.now());
  if (!(await commerce.storage.saveCheckout(pendingCancellation)))
    return cancelCheckout(commerce, id);
  const after = await reconcile(commerce, pendingCancellation);
  if (after.state !== "canceled") requireNotFinal(after, "canceled");
  return after;
}

/** Learns what became of a payment; of one that no checkout has, nothing. */
export async function reconcilePayment(commerce: Commerce, payment: string): Promise<void> {
  const checkout = await commerce.storage.findCheckoutByPayment(payment);
  if (checkout) await reconcile(commerce, checkout);
}

/** A payment that is on its way can't be called back either. */
function requireNotFinal(checkout: Checkout, action: string): void {
  if (!isFinal(checkout) && checkout.state !== "processing") return;
  throw new Problem(
    "checkout_final",
    `The checkout ${checkout.id} is ${checkout.state}: it can't be ${action} any more.`,
    {
      hint:
        checkout.state === "completed"
          ? "It is paid; the shop's own terms say how to return things."
          : "Create a new one.",
    },
  );
}

const hasSameLines = ({ lines }: Checkout, requested: readonly RequestedLine[]) =>
  lines.length === requested.length &&
  lines.every(
    ({ offer, quantity }, at) =>
      offer.id === requested[at]!.offer && quantity === requested[at]!.quantity,
  );
