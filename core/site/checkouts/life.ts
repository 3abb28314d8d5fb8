import type { Checkout } from "../../ports/storage.ts";
import { Problem } from "../../problem.ts";
import {
  isCheckoutId,
  isFinal,
  isTooLate,
  newCheckout,
  newCheckoutId,
  withNext,
} from "../domain/checkout.ts";
import { linesOf } from "../domain/offer.ts";
import type { Commerce } from "./commerce.ts";
import { settled } from "./settle.ts";

/** So many of an offer, by its id. */
export interface Wanted {
  readonly offer: string;
  readonly quantity: number;
}

/** Opens a checkout of a new id, which nobody else can be at. */
export async function openNewCheckout(
  commerce: Commerce,
  wanted: readonly Wanted[],
): Promise<Checkout> {
  const { offers } = await commerce.payments.offers();
  const checkout = newCheckout(newCheckoutId(), linesOf(wanted, offers), commerce.now());
  await commerce.storage.addCheckout(checkout);
  return settled(commerce, checkout);
}

/**
 * Opens a checkout of this id. Asked again, by whoever takes over from one who did not get to the end, it goes on where
 * that one stopped: there is one hosted page, and one checkout.
 */
export async function openCheckout(
  commerce: Commerce,
  id: string,
  wanted: readonly Wanted[],
): Promise<Checkout> {
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
  if (!checkout)
    throw new Problem("checkout_not_found", `There is no checkout ${id.slice(0, 200)}.`, {
      hint: "Create one: its answer has the id.",
    });
  return settled(commerce, checkout);
}

/**
 * Gives a checkout that is not paid yet other lines: the hosted page closes, and another opens. Where the provider does not
 * sell those, the checkout has the lines again that it had, and the provider's `Problem` is thrown.
 */
export async function changeCheckout(
  commerce: Commerce,
  id: string,
  wanted: readonly Wanted[],
): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  refuseFinal(before, "changed");
  if (isSame(before, wanted)) return before;
  const { offers } = await commerce.payments.offers();
  const lines = linesOf(wanted, offers);
  if (isTooLate(before, commerce.now())) {
    throw new Problem(
      "checkout_final",
      `The page of the checkout ${id} closes at ${before.expires}: there is no time to open another.`,
      { hint: "Create a new one." },
    );
  }
  const changing = withNext(before, lines, commerce.now());
  // Somebody else was quicker.
  if (!(await commerce.storage.saveCheckout(changing))) return changeCheckout(commerce, id, wanted);
  let refusal: Problem | undefined;
  const after = await settled(commerce, changing, (problem) => (refusal = problem));
  if (refusal) throw refusal;
  refuseFinal(after, "changed");
  return after;
}

/** Calls off a checkout that is not paid yet. */
export async function cancelCheckout(commerce: Commerce, id: string): Promise<Checkout> {
  const before = await readCheckout(commerce, id);
  refuseFinal(before, "canceled");
  const canceling = withNext(before, "canceled", commerce.now());
  if (!(await commerce.storage.saveCheckout(canceling))) return cancelCheckout(commerce, id);
  const after = await settled(commerce, canceling);
  if (after.state !== "canceled") refuseFinal(after, "canceled");
  return after;
}

/** Learns what became of a payment; of one that no checkout has, nothing. */
export async function learnOfPayment(commerce: Commerce, payment: string): Promise<void> {
  const checkout = await commerce.storage.checkoutOfPayment(payment);
  if (checkout) await settled(commerce, checkout);
}

/** A payment that is on its way can't be called back either. */
function refuseFinal(checkout: Checkout, what: string): void {
  if (!isFinal(checkout) && checkout.state !== "processing") return;
  throw new Problem(
    "checkout_final",
    `The checkout ${checkout.id} is ${checkout.state}: it can't be ${what} any more.`,
    {
      hint:
        checkout.state === "completed"
          ? "It is paid; the shop's own terms say how to return things."
          : "Create a new one.",
    },
  );
}

const isSame = ({ lines }: Checkout, wanted: readonly Wanted[]) =>
  lines.length === wanted.length &&
  lines.every(
    ({ offer, quantity }, at) =>
      offer.id === wanted[at]!.offer && quantity === wanted[at]!.quantity,
  );
