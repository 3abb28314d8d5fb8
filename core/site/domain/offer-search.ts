import type { Offer } from "../../ports/payments.ts";
import { formatTerms } from "./offer.ts";
import { stem, tokenize } from "./tokenizer.ts";

/** What is looked for among what is for sale. */
export interface OfferQuery {
  /** Words that an offer must have, all of them; none: any. */
  readonly query?: string | undefined;
  /** Categories of which one must fit: nothing here has any. */
  readonly categories?: readonly string[] | undefined;
  readonly price?:
    | { readonly min?: number | undefined; readonly max?: number | undefined }
    | undefined;
  /** What the price is in. */
  readonly currency?: string | undefined;
}

/** The offers that fit, in their order, and whether the price could not be looked at: nothing is sold in its currency. */
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

/** The offers of each product, in the order of the first of each. */
export function groupByProduct(offers: readonly Offer[]): Map<string, Offer[]> {
  const products = new Map<string, Offer[]>();
  for (const offer of offers)
    products.set(offer.product, [...(products.get(offer.product) ?? []), offer]);
  return products;
}

/** The one of several that stands for them: the first that can be had. */
export const featuredOffer = (offers: readonly Offer[]): Offer | undefined =>
  offers.find(({ isAvailable }) => isAvailable) ?? offers[0];
