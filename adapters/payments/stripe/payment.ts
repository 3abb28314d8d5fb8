import type { Amounts, Payment } from "../../../core/ports/payments.ts";
import { minorUnits } from "./money.ts";
import type { StripeSession } from "./objects.ts";

/** What a Checkout Session says; `hasFailed` where it is complete and the money never arrived, which the session does not tell. */
export function paymentOf(session: StripeSession, { hasFailed = false } = {}): Payment {
  const state = hasFailed ? "failed" : stateOf(session);
  return {
    id: session.id,
    state,
    ...(state === "open" && session.url ? { url: session.url } : {}),
    amounts: amountsOf(session),
  };
}

function stateOf({ status, payment_status }: StripeSession): Payment["state"] {
  if (status === "expired") return "closed";
  if (status !== "complete") return "open";
  return payment_status === "unpaid" ? "processing" : "paid";
}

function amountsOf({
  currency,
  amount_subtotal,
  amount_total,
  total_details,
}: StripeSession): Amounts {
  const units = (amount: number | null | undefined) => minorUnits(amount ?? 0, currency ?? "");
  const [subtotal, total, discount, shipping] = [
    amount_subtotal,
    amount_total,
    total_details?.amount_discount,
    total_details?.amount_shipping,
  ].map(units) as [number, number, number, number];
  // A tax that the prices include is in the subtotal already.
  const tax = total_details?.amount_tax ? Math.max(0, total - (subtotal - discount + shipping)) : 0;
  return {
    subtotal,
    total,
    ...(discount && { discount }),
    ...(shipping && { shipping }),
    ...(tax && { tax }),
  };
}
