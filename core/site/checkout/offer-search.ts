import { createTextIndex, type TextIndex } from "../../lib/page-search/index.ts";
import { isStopWord, splitWords, stem } from "../../lib/tool-search/index.ts";
import type { Offer } from "../../ports/payments.ts";
import { formatTerms } from "./offer.ts";

/** Filters for offers. */
interface OfferQuery {
  /** Words of which an offer must contain at least one. Blank: all offers match. */
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
 * Filters offers. With a query, the best matches come first, otherwise they keep their order. Ignores `price` if its currency is unknown or no offer is sold in
 * it.
 */
export function filterOffers(
  offers: readonly Offer[],
  { query = "", categories, price, currency }: OfferQuery,
): { readonly offers: readonly Offer[]; readonly isPriceIgnored: boolean } {
  if (categories !== undefined) return { offers: [], isPriceIgnored: false };
  const matching =
    query.trim() === ""
      ? offers
      : indexFor(offers)
          .search(query)
          .flatMap((at) => offers[at] ?? []);
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

const indexes = new WeakMap<readonly Offer[], TextIndex>();

/** Returns the index of a list of offers. Payment providers return the same list until it changes. */
function indexFor(offers: readonly Offer[]): TextIndex {
  let index = indexes.get(offers);
  if (!index) {
    index = createTextIndex(offers.map(toText), { tokenize: splitWords, stem, isStopWord });
    indexes.set(offers, index);
  }
  return index;
}

function toText(offer: Offer) {
  const { id, product, title, description = "", billing } = offer;
  const kind = billing
    ? `subscription plan ${INTERVAL_WORDS[billing.interval]}`
    : "one-time purchase";
  return { title, text: [description, formatTerms(offer), kind, id, product].join(" ") };
}

/** What buyers call the billing intervals besides their names. */
const INTERVAL_WORDS = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  year: "yearly annual",
} as const satisfies Record<NonNullable<Offer["billing"]>["interval"], string>;

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
