import { Problem } from "../../http/problem.ts";
import type { Checkout } from "../../ports/stores/checkout-store.ts";
import {
  isCheckoutId,
  isFinal,
  isTooLate,
  newCheckout,
  newCheckoutId,
  withPendingChange,
} from "./checkout.ts";
import type { Commerce } from "./commerce.ts";
import { resolveLines } from "./offer.ts";
import { readAddedCheckout, reconcile } from "./reconcile.ts";

export interface RequestedLine {
  /** The ID of the offer. */
  readonly offer: string;
  readonly quantity: number;
}

/** Opens a checkout with a new ID. Throws a `Problem` if the offers can't be bought. */
export async function openNewCheckout(
  commerce: Commerce,
  requested: readonly RequestedLine[],
): Promise<Checkout> {
  const { offers } = await commerce.payments.listOffers();
  const checkout = newCheckout(newCheckoutId(), resolveLines(requested, offers), commerce.now());
  await commerce.checkoutStore.addCheckout(checkout);
  return reconcile(commerce, checkout);
}

/**
 * Opens a checkout with the given ID. A repeated call, such as a retry after a crash, continues the
 * interrupted one, so that there is only one checkout and one hosted payment page.
 */
export async function openCheckout(
  commerce: Commerce,
  id: string,
  requested: readonly RequestedLine[],
): Promise<Checkout> {
  const { payments, checkoutStore, now } = commerce;
  let checkout = await checkoutStore.findCheckout(id);
  if (!checkout) {
    const { offers } = await payments.listOffers();
    await checkoutStore.addCheckout(newCheckout(id, resolveLines(requested, offers), now()));
    // Another request may have added it first.
    checkout = await readAddedCheckout(commerce, id);
  }
  return reconcile(commerce, checkout);
}

/** Returns a checkout in its present state at the payment provider. Throws "checkout_not_found". */
export async function readCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  // PostgreSQL rejects some strings, such as those with NUL.
  const checkout = isCheckoutId(id) ? await commerce.checkoutStore.findCheckout(id) : undefined;
  if (!checkout)
    throw new Problem("checkout_not_found", `No checkout has the ID "${id.slice(0, 200)}".`, {
      hint: "Create a checkout and use the ID in its response.",
    });
  return reconcile(commerce, checkout);
}

/**
 * Replaces the lines of an unpaid checkout: its hosted payment page closes and another opens. If
 * the provider refuses the new lines, the checkout keeps the old ones, and the provider's `Problem`
 * is thrown. Throws "checkout_final" if the checkout can't be changed.
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
      `Checkout "${id}" expires at ${before.expires}, too soon for another payment page.`,
      { hint: "Create a new checkout." },
    );
  }
  const pendingChange = withPendingChange(before, lines, commerce.now());
  // Another request saved a change first.
  if (!(await commerce.checkoutStore.saveCheckout(pendingChange)))
    return changeCheckout(commerce, id, requested);
  let providerRefusal: Problem | undefined;
  const after = await reconcile(commerce, pendingChange, (problem) => (providerRefusal = problem));
  if (providerRefusal) throw providerRefusal;
  requireNotFinal(after, "changed");
  return after;
}

/** Cancels an unpaid checkout. Throws "checkout_final" if the checkout can't be canceled. */
export async function cancelCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  requireNotFinal(before, "canceled");
  const pendingCancellation = withPendingChange(before, "canceled", commerce.now());
  if (!(await commerce.checkoutStore.saveCheckout(pendingCancellation)))
    return cancelCheckout(commerce, id);
  const after = await reconcile(commerce, pendingCancellation);
  if (after.state !== "canceled") requireNotFinal(after, "canceled");
  return after;
}

/** Reconciles the checkout of a payment, if there is one. */
export async function reconcilePayment(commerce: Commerce, payment: string): Promise<void> {
  const checkout = await commerce.checkoutStore.findCheckoutByPayment(payment);
  if (checkout) await reconcile(commerce, checkout);
}

/** Creates the problem of a checkout that can no longer be "changed", "canceled" or "completed". */
export const finalCheckoutProblem = ({ id, state }: Checkout, action: string): Problem =>
  new Problem("checkout_final", `Checkout "${id}" can't be ${action} in the state "${state}".`, {
    hint:
      state === "completed"
        ? "The order is paid. Read the shop's terms to return it."
        : "Create a new checkout.",
  });

/** A payment in progress can't be revoked, so its checkout can't be changed either. */
function requireNotFinal(checkout: Checkout, action: string): void {
  if (isFinal(checkout) || checkout.state === "processing")
    throw finalCheckoutProblem(checkout, action);
}

const hasSameLines = ({ lines }: Checkout, requested: readonly RequestedLine[]) =>
  lines.length === requested.length &&
  lines.every(
    ({ offer: { id }, quantity }, index) =>
      id === requested[index]?.offer && quantity === requested[index]?.quantity,
  );
