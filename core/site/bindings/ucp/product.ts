import type { components } from "../../../../generated/site/schema.d.ts";
import type { Offer } from "../../../ports/payments.ts";
import { absoluteUrl } from "../../domain/checkout-view.ts";
import { termsOf } from "../../domain/offer.ts";
import type { Site } from "../../domain/site.ts";

type Schemas = components["schemas"];

/** What an offer is called; UCP has no field for how often something is billed, so that the name says it. */
export const titleOf = (offer: Offer): string =>
  offer.billing ? `${offer.title} (${termsOf(offer)})` : offer.title;

/** A product, whose variants are offers: those of the whole product for its prices, those shown among them. */
export function productView<Variant extends Schemas["UcpVariant"]>(
  site: Site,
  offers: readonly Offer[],
  variants: Variant[],
) {
  const [first] = offers as [Offer];
  const price = (amount: number) => ({ amount, currency: first.currency });
  const amounts = offers
    .filter(({ currency }) => currency === first.currency)
    .map(({ amount }) => amount);
  return {
    id: first.product,
    title: first.title,
    description: {
      plain: offers.find(({ description }) => description)?.description ?? first.title,
    },
    ...shownOf(site, first),
    price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) },
    variants,
  };
}

/** An offer as something of a product that can be bought. */
export function variantView(site: Site, offer: Offer): Schemas["UcpVariant"] {
  const {
    id,
    title,
    description,
    amount,
    currency,
    billing,
    trialDays,
    needsShipping,
    isAvailable,
  } = offer;
  return {
    id,
    title: titleOf(offer),
    description: {
      plain: `${description ?? title}${/[.!?]$/.test(description ?? title) ? "" : "."} ${termsOf(offer)}.`,
    },
    price: { amount, currency },
    availability: { available: isAvailable, status: isAvailable ? "in_stock" : "out_of_stock" },
    ...shownOf(site, offer),
    metadata: {
      ...(billing && { billing: { unit: billing.interval, count: billing.count } }),
      ...(trialDays && { trial_days: trialDays }),
      needs_shipping: needsShipping,
      terms: termsOf(offer),
    },
  };
}

function shownOf(
  site: Site,
  { url, image, title }: Offer,
): { url?: string; media?: Schemas["UcpMedia"][] } {
  const page = absoluteUrl(site, url);
  const picture = absoluteUrl(site, image);
  return {
    ...(page && { url: page }),
    ...(picture && { media: [{ type: "image", url: picture, alt_text: title }] }),
  };
}
