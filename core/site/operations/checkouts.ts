import { Problem } from "../../http/problem.ts";
import { currencyOf } from "../../ports/payments.ts";
import type { Checkout } from "../../ports/stores/checkout-store.ts";
import { openCheckout, openNewCheckout, readCheckout } from "../checkout/checkout-service.ts";
import { checkoutMessage, completedOrder, STATUSES } from "../checkout/checkout-view.ts";
import { runIdempotently } from "../checkout/idempotency.ts";
import { formatTerms } from "../checkout/offer.ts";
import type { Operation, Output } from "../contract.ts";
import type { Site } from "../site.ts";

export const createCheckout: Operation<"createCheckout"> = async (
  { offer, quantity, idempotency_key: key },
  context,
) => {
  const { commerce, site, signal } = context;
  if (!commerce)
    throw new Problem(
      "offer_not_found",
      `This site doesn't sell anything, so it has no offer "${offer}".`,
    );
  const requested = [{ offer, quantity }];
  if (key === undefined) return toCheckoutOutput(site, await openNewCheckout(commerce, requested));

  let openedCheckout: Checkout | undefined;
  const idempotentRequest = {
    protocol: context.protocol,
    identity: context.identity,
    path: "createCheckout",
    key,
    request: requested,
    differentRequest: context.isIdentified ? "conflict" : "separate",
    whileInProgress: "wait",
  } as const;
  const { checkout } = await runIdempotently(
    { ...commerce, signal },
    idempotentRequest,
    async (id) => {
      openedCheckout = await openCheckout(commerce, id, requested);
      return id;
    },
  );
  return toCheckoutOutput(site, openedCheckout ?? (await readCheckout(commerce, checkout)));
};

export const getCheckout: Operation<"getCheckout"> = async ({ id }, { commerce, site }) => {
  if (!commerce)
    throw new Problem(
      "checkout_not_found",
      `This site doesn't sell anything, so it has no checkout "${id}".`,
    );
  return toCheckoutOutput(site, await readCheckout(commerce, id));
};

function toCheckoutOutput(site: Site, checkout: Checkout): Output<"getCheckout"> {
  const { id, state, url, lines, amounts, created, expires } = checkout;
  const { subtotal, discount, shipping, tax, total } = amounts;
  const order = completedOrder(site, checkout);
  return {
    id,
    status: STATUSES[state],
    ...(url && { continue_url: url }),
    message: checkoutMessage(checkout),
    lines: lines.map(({ offer, quantity }) => ({
      offer: offer.id,
      title: offer.title,
      quantity,
      price: { amount: offer.amount, currency: offer.currency },
      terms: formatTerms(offer),
    })),
    currency: currencyOf(lines),
    totals: {
      subtotal,
      ...(discount !== undefined && { discount }),
      ...(shipping !== undefined && { shipping }),
      ...(tax !== undefined && { tax }),
      total,
    },
    ...(order && { order }),
    created_at: created,
    expires_at: expires,
  };
}
