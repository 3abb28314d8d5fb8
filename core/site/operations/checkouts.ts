import type { Checkout } from "../../ports/storage.ts";
import { Problem } from "../../problem.ts";
import { openCheckout, openNewCheckout, readCheckout } from "../checkouts/life.ts";
import { once } from "../checkouts/once.ts";
import type { Operation, Output } from "../contract.ts";
import { messageOf, orderOf, STATUSES } from "../domain/checkout-view.ts";
import { termsOf } from "../domain/offer.ts";
import type { Site } from "../domain/site.ts";

export const createCheckout: Operation<"createCheckout"> = async (
  { offer, quantity, idempotency_key: key },
  context,
) => {
  const { commerce, site, signal } = context;
  if (!commerce)
    throw new Problem(
      "offer_not_found",
      `Nothing is for sale here, so there is no offer ${offer}.`,
    );
  const wanted = [{ offer, quantity }];
  if (key === undefined) return shown(site, await openNewCheckout(commerce, wanted));

  let opened: Checkout | undefined;
  const keyed = {
    identity: context.identity,
    path: "createCheckout",
    key,
    request: wanted,
    busy: "wait",
  } as const;
  const { checkout } = await once({ ...commerce, signal }, keyed, async (id) => {
    opened = await openCheckout(commerce, id, wanted);
    return id;
  });
  return shown(site, opened ?? (await readCheckout(commerce, checkout)));
};

export const getCheckout: Operation<"getCheckout"> = async ({ id }, { commerce, site }) => {
  if (!commerce)
    throw new Problem(
      "checkout_not_found",
      `Nothing is for sale here, so there is no checkout ${id}.`,
    );
  return shown(site, await readCheckout(commerce, id));
};

function shown(site: Site, checkout: Checkout): Output<"getCheckout"> {
  const { id, state, url, lines, amounts, created, expires } = checkout;
  const { subtotal, discount, shipping, tax, total } = amounts;
  const order = orderOf(site, checkout);
  return {
    id,
    status: STATUSES[state],
    ...(url && { continue_url: url }),
    message: messageOf(checkout),
    lines: lines.map(({ offer, quantity }) => ({
      offer: offer.id,
      title: offer.title,
      quantity,
      price: { amount: offer.amount, currency: offer.currency },
      terms: termsOf(offer),
    })),
    currency: lines[0]!.offer.currency,
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
