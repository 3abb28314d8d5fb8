import type { Offer } from "../../ports/payments.ts";
import { termsOf } from "./offer.ts";
import { stem, wordsOf } from "./words.ts";

/** What is looked for among what is for sale. */
export interface Sought {
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
export function fitting(
  offers: readonly Offer[],
  { query = "", categories, price, currency }: Sought,
): { readonly offers: readonly Offer[]; readonly isPriceIgnored: boolean } {
  if (categories !== undefined) return { offers: [], isPriceIgnored: false };
  const words = wordsOf(query).map(stem);
  const found =
    words.length === 0 && query.trim() !== ""
      ? []
      : offers.filter((offer) => hasWords(offer, words));
  if (price?.min === undefined && price?.max === undefined)
    return { offers: found, isPriceIgnored: false };
  const currencies = new Set(offers.map((offer) => offer.currency));
  const [only] = currencies.size === 1 ? currencies : [];
  const inCurrency = currency?.toUpperCase() ?? only;
  if (inCurrency === undefined || !currencies.has(inCurrency))
    return { offers: found, isPriceIgnored: found.length > 0 };
  const { min = 0, max = Infinity } = price;
  return {
    offers: found.filter(
      (offer) => offer.currency === inCurrency && offer.amount >= min && offer.amount <= max,
    ),
    isPriceIgnored: false,
  };
}

function hasWords(offer: Offer, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { id, product, title, description = "" } = offer;
  const own = new Set(
    wordsOf([id, product, title, description, termsOf(offer)].join(" ")).map(stem),
  );
  return words.every((word) => own.has(word));
}

/** The offers of each product, in the order of the first of each. */
export function byProduct(offers: readonly Offer[]): Map<string, Offer[]> {
  const products = new Map<string, Offer[]>();
  for (const offer of offers)
    products.set(offer.product, [...(products.get(offer.product) ?? []), offer]);
  return products;
}

/** The one of several that stands for them: the first that can be had. */
export const featured = (offers: readonly Offer[]): Offer | undefined =>
  offers.find(({ isAvailable }) => isAvailable) ?? offers[0];
