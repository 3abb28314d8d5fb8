import type { Offer } from "../../ports/payments.ts";
import { absoluteUrl } from "../checkout/checkout-view.ts";
import { formatTerms } from "../checkout/offer.ts";
import type { Operation, Output } from "../contract.ts";
import type { Site } from "../site.ts";

export const listProducts: Operation<"listProducts"> = async (_, { site, commerce }) => {
  if (!commerce) return { offers: [], verified_at: new Date().toISOString() };
  const { offers, verified } = await commerce.payments.listOffers();
  return { offers: offers.map((offer) => toOfferOutput(offer, site)), verified_at: verified };
};

function toOfferOutput(offer: Offer, site: Site): Output<"listProducts">["offers"][number] {
  const {
    id,
    product,
    title,
    description,
    amount,
    currency,
    billing,
    trialDays,
    needsShipping,
    isAvailable,
  } = offer;
  const url = absoluteUrl(site, offer.url);
  const image = absoluteUrl(site, offer.image);
  return {
    id,
    product,
    title,
    ...(description && { description }),
    ...(url && { url }),
    ...(image && { image }),
    price: { amount, currency },
    ...(billing && { billing: { unit: billing.interval, count: billing.count } }),
    ...(trialDays && { trial_days: trialDays }),
    needs_shipping: needsShipping,
    available: isAvailable,
    terms: formatTerms(offer),
  };
}
