import type { Offer } from "../../../core/ports/payments.ts";
import { minorUnits } from "./money.ts";
import type { StripePrice } from "./objects.ts";

/** What can be sold by a fixed price, and in a sentence each, what can't or is not marked as it should be. */
export interface Assortment {
  readonly offers: readonly Offer[];
  readonly remarks: readonly string[];
}

/** The offers of the active prices: by product, oldest first, a product's prices oldest first. */
export function assortmentOf(prices: readonly StripePrice[]): Assortment {
  const listed = prices.filter((price) => !/^(no|false)$/i.test(marksOf(price)["listed"] ?? ""));
  const { sold = [], ...unsold } = Object.groupBy(listed, (price) => whyNot(price) ?? "sold");
  const remarks = Object.entries(unsold).map(
    ([why, prices = []]) => `Of Stripe's prices, ${named(prices)} can't be offered: ${why}.`,
  );
  const count = new Map<string, number>();
  for (const { product } of sold) count.set(product.id, (count.get(product.id) ?? 0) + 1);
  const ordered = sold.toSorted(
    (a, b) =>
      a.product.created - b.product.created ||
      compare(a.product.id, b.product.id) ||
      a.created - b.created ||
      compare(a.id, b.id),
  );
  return {
    offers: ordered.map((price) => offerOf(price, count.get(price.product.id)! > 1, remarks)),
    remarks,
  };
}

const INTERVALS = ["day", "week", "month", "year"] as const;
const intervalOf = (name: string) => INTERVALS.find((interval) => interval === name);

function whyNot({
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
  if (recurring && !intervalOf(recurring.interval))
    return `the billing is by the ${recurring.interval}`;
  return undefined;
}

function offerOf(price: StripePrice, hasSiblings: boolean, remarks: string[]): Offer {
  const { product, recurring } = price;
  const marks = marksOf(price);
  const currency = price.currency.toUpperCase();
  return {
    id: price.id,
    product: product.id,
    title: hasSiblings && price.nickname ? `${product.name} (${price.nickname})` : product.name,
    description: product.description || undefined,
    url: linkOf(product.url) ?? pathOf(marks["page"]),
    image: linkOf(product.images[0]),
    amount: minorUnits(price.unit_amount!, currency),
    currency,
    billing: recurring
      ? { interval: intervalOf(recurring.interval)!, count: recurring.interval_count }
      : undefined,
    trialDays: recurring ? trialOf(price, marks["trial_days"], remarks) : undefined,
    needsShipping:
      marks["shipping"] === undefined
        ? product.shippable === true
        : /^(yes|true)$/i.test(marks["shipping"]),
    isAvailable:
      price.active &&
      product.active &&
      !/^(out.of.stock|sold.out)$/i.test(marks["availability"] ?? ""),
  };
}

/** A price's own metadata goes before its product's. */
const marksOf = ({ metadata, product }: StripePrice): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...product.metadata, ...metadata }).map(([key, value]) => [key, value.trim()]),
  );

/** Stripe allows two years at most. */
function trialOf(
  { id, recurring }: StripePrice,
  mark: string | undefined,
  remarks: string[],
): number | undefined {
  const days =
    mark === undefined
      ? (recurring?.trial_period_days ?? 0)
      : /^\d{1,3}$/.test(mark)
        ? Number(mark)
        : NaN;
  if (days >= 0 && days <= 730) return days || undefined;
  remarks.push(
    `Stripe's ${id} is offered without a trial: its trial_days is ${mark ?? days}, not a whole number from 0 to 730.`,
  );
  return undefined;
}

function named(prices: readonly StripePrice[]): string {
  const names = prices.slice(0, 5).map(({ id, product }) => `${id} (${product.name})`);
  return [...names, ...(prices.length > 5 ? [`${prices.length - 5} more`] : [])].join(", ");
}

const linkOf = (url: string | null | undefined) =>
  url && /^https?:$/.test(URL.parse(url)?.protocol ?? "") ? url : undefined;
const pathOf = (path: string | undefined) => (path && /^\/(?!\/)/.test(path) ? path : undefined);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
