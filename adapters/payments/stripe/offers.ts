import type { Offer } from "../../../core/ports/payments.ts";
import { minorUnits } from "./money.ts";
import type { StripePrice } from "./objects.ts";

/** What can be sold by a fixed price, and in a sentence each, what can't or is not marked as it should be. */
export interface StripeOffers {
  readonly offers: readonly Offer[];
  readonly remarks: readonly string[];
}

/** The offers of the active prices: by product, oldest first, a product's prices oldest first. */
export function createOffers(prices: readonly StripePrice[]): StripeOffers {
  const listed = prices.filter(
    (price) => !/^(no|false)$/i.test(readMetadata(price)["listed"] ?? ""),
  );
  const { sold: supported = [], ...unsupported } = Object.groupBy(
    listed,
    (price) => explainUnsupported(price) ?? "sold",
  );
  const remarks = Object.entries(unsupported).map(
    ([reason, prices = []]) =>
      `Of Stripe's prices, ${formatPrices(prices)} can't be offered: ${reason}.`,
  );
  const count = new Map<string, number>();
  for (const { product } of supported) count.set(product.id, (count.get(product.id) ?? 0) + 1);
  const sorted = supported.toSorted(
    (a, b) =>
      a.product.created - b.product.created ||
      compare(a.product.id, b.product.id) ||
      a.created - b.created ||
      compare(a.id, b.id),
  );
  return {
    offers: sorted.map((price) => createOffer(price, count.get(price.product.id)! > 1, remarks)),
    remarks,
  };
}

const INTERVALS = ["day", "week", "month", "year"] as const;
const parseInterval = (name: string) => INTERVALS.find((interval) => interval === name);

function explainUnsupported({
  billing_scheme,
  unit_amount,
  custom_unit_amount,
  transform_quantity,
  recurring,
}: StripePrice): string | undefined {
  if (billing_scheme !== "per_unit") return "the price depends on how much is bought";
  if (custom_unit_amount) return "the buyer chooses the price";
  if (transform_quantity) return "the price is for a package";
  if (recurring && recurring.usage_type !== "licensed") return "what is billed is what was used";
  if (unit_amount == null || !Number.isSafeInteger(unit_amount))
    return "the price is not a whole number of the currency's smallest unit";
  if (recurring && !parseInterval(recurring.interval))
    return `the billing is by the ${recurring.interval}`;
  return undefined;
}

function createOffer(price: StripePrice, hasSiblings: boolean, remarks: string[]): Offer {
  const { product, recurring } = price;
  const metadata = readMetadata(price);
  const currency = price.currency.toUpperCase();
  return {
    id: price.id,
    product: product.id,
    title: hasSiblings && price.nickname ? `${product.name} (${price.nickname})` : product.name,
    description: product.description || undefined,
    url: parseLink(product.url) ?? parsePath(metadata["page"]),
    image: parseLink(product.images[0]),
    amount: minorUnits(price.unit_amount!, currency),
    currency,
    billing: recurring
      ? { interval: parseInterval(recurring.interval)!, count: recurring.interval_count }
      : undefined,
    trialDays: recurring ? parseTrial(price, metadata["trial_days"], remarks) : undefined,
    needsShipping:
      metadata["shipping"] === undefined
        ? product.shippable === true
        : /^(yes|true)$/i.test(metadata["shipping"]),
    isAvailable:
      price.active &&
      product.active &&
      !/^(out.of.stock|sold.out)$/i.test(metadata["availability"] ?? ""),
  };
}

/** A price's own metadata goes before its product's. */
const readMetadata = ({ metadata, product }: StripePrice): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...product.metadata, ...metadata }).map(([key, value]) => [key, value.trim()]),
  );

/** Stripe allows two years at most. */
function parseTrial(
  { id, recurring }: StripePrice,
  trialText: string | undefined,
  remarks: string[],
): number | undefined {
  const days =
    trialText === undefined
      ? (recurring?.trial_period_days ?? 0)
      : /^\d{1,3}$/.test(trialText)
        ? Number(trialText)
        : NaN;
  if (days >= 0 && days <= 730) return days || undefined;
  remarks.push(
    `Stripe's ${id} is offered without a trial: its trial_days is ${trialText ?? days}, not a whole number from 0 to 730.`,
  );
  return undefined;
}

function formatPrices(prices: readonly StripePrice[]): string {
  const names = prices.slice(0, 5).map(({ id, product }) => `${id} (${product.name})`);
  return [...names, ...(prices.length > 5 ? [`${prices.length - 5} more`] : [])].join(", ");
}

const parseLink = (url: string | null | undefined) =>
  url && /^https?:$/.test(URL.parse(url)?.protocol ?? "") ? url : undefined;
const parsePath = (path: string | undefined) => (path && /^\/(?!\/)/.test(path) ? path : undefined);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
