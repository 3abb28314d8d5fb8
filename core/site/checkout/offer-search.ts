import { stem, tokenize } from "../../lib/page-search/index.ts";
import type { Offer } from "../../ports/payments.ts";
import { formatTerms } from "./offer.ts";

/** Filters for offers. */
export interface OfferQuery {
  /** Words that an offer must all contain. Empty: all offers match. */
  readonly query?: string | undefined;
  /** Categories of which an offer must have one. No offer has any. */
  readonly categories?: readonly string[] | undefined;
  /** Bounds in minor units, both inclusive. */
  readonly price?:
    | { readonly min?: number | undefined; readonly max?: number | undefined }
    | undefined;
  /** The currency of `price`. Default: the currency of all offers, if it is the same. */
  readonly currency?: string | undefined;
}

/**
 * Filters offers, in their order. Ignores `price` if its currency is unknown or no offer is sold in
 * it.
 */
export function filterOffers(
  offers: readonly Offer[],
  { query = "", categories, price, currency }: OfferQuery,
): { readonly offers: readonly Offer[]; readonly isPriceIgnored: boolean } {
  if (categories !== undefined) return { offers: [], isPriceIgnored: false };
  const tokens = tokenize(query).map(stem);
  const matching =
    tokens.length === 0 && query.trim() !== ""
      ? []
      : offers.filter((offer) => matchesTokens(offer, tokens));
  if (price?.min === undefined && price?.max === undefined)
    return { offers: matching, isPriceIgnored: false };
  const currencies = new Set(offers.map((offer) => offer.currency));
  const [soleCurrency] = currencies.size === 1 ? currencies : [];
  const filterCurrency = currency?.toUpperCase() ?? soleCurrency;
  if (filterCurrency === undefined || !currencies.has(filterCurrency))
    return { offers: matching, isPriceIgnored: matching.length > 0 };
  const { min = 0, max = Infinity } = price;
  return {
    offers: matching.filter(
      (offer) => offer.currency === filterCurrency && offer.amount >= min && offer.amount <= max,
    ),
    isPriceIgnored: false,
  };
}

function matchesTokens(offer: Offer, tokens: readonly string[]): boolean {
  if (tokens.length === 0) return true;
  const { id, product, title, description = "" } = offer;
  const offerTokens = new Set(
    tokenize([id, product, title, description, formatTerms(offer)].join(" ")).map(stem),
  );
  return tokens.every((token) => offerTokens.has(token));
}

/** Groups offers by product, in the order of each product's first offer. */
export function groupByProduct(offers: readonly Offer[]): Map<string, Offer[]> {
  const products = new Map<string, Offer[]>();
  for (const offer of offers)
    products.set(offer.product, [...(products.get(offer.product) ?? []), offer]);
  return products;
}

/** Returns the offer that represents a product: its first available offer, else its first. */
export const featuredOffer = (offers: readonly Offer[]): Offer | undefined =>
  offers.find(({ isAvailable }) => isAvailable) ?? offers[0];
