import type { components } from "../../../../generated/site/schema.d.ts";
import type { Offer } from "../../../ports/payments.ts";
import { absoluteUrl } from "../../checkout/checkout-view.ts";
import { formatTerms } from "../../checkout/offer.ts";
import type { Site } from "../../site.ts";

type Schemas = components["schemas"];

/** Returns the title of an offer with its billing terms, for which UCP has no field. */
export const offerTitle = (offer: Offer): string =>
  offer.billing ? `${offer.title} (${formatTerms(offer)})` : offer.title;

/** Creates a UCP product. The price range covers all offers, even if `variants` has only some. */
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
    ...pageAndMedia(site, first),
    price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) },
    variants,
  };
}

/** Converts an offer into a UCP variant. */
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
    title: offerTitle(offer),
    description: {
      plain: `${description ?? title}${/[.!?]$/.test(description ?? title) ? "" : "."} ${formatTerms(offer)}.`,
    },
    price: { amount, currency },
    availability: { available: isAvailable, status: isAvailable ? "in_stock" : "out_of_stock" },
    ...pageAndMedia(site, offer),
    metadata: {
      ...(billing && { billing: { unit: billing.interval, count: billing.count } }),
      ...(trialDays && { trial_days: trialDays }),
      needs_shipping: needsShipping,
      terms: formatTerms(offer),
    },
  };
}

function pageAndMedia(
  site: Site,
  { url, image, title }: Offer,
): { url?: string; media?: Schemas["UcpMedia"][] } {
  const pageUrl = absoluteUrl(site, url);
  const imageUrl = absoluteUrl(site, image);
  return {
    ...(pageUrl && { url: pageUrl }),
    ...(imageUrl && { media: [{ type: "image", url: imageUrl, alt_text: title }] }),
  };
}
