import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { Offer } from "../../../core/ports/payments.ts";
import { minorUnits } from "./money.ts";
import type { StripePrice } from "./objects.ts";

/** The prices that can be offered, and messages for the operator about the others. */
interface StripeOffers {
  readonly offers: readonly Offer[];
  readonly remarks: readonly string[];
}

/**
 * Creates the offers of active prices, grouped by product. Products and prices are sorted oldest
 * first.
 */
export function createOffers(prices: readonly StripePrice[]): StripeOffers {
  const listed = prices.filter(
    (price) => !/^(no|false)$/i.test(readMetadata(price)["listed"] ?? ""),
  );
  const { supported = [], ...unsupported } = Object.groupBy(
    listed,
    (price) => explainUnsupported(price) ?? "supported",
  );
  const remarks = Object.entries(unsupported).map(
    ([reason, prices = []]) =>
      `Stripe prices that are not offered: ${formatPrices(prices)}. ${reason}`,
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
    offers: sorted.map((price) =>
      createOffer(price, (count.get(price.product.id) ?? 1) > 1, remarks),
    ),
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
  if (billing_scheme !== "per_unit") return "Tiered pricing is not supported.";
  if (custom_unit_amount) return "Prices that the buyer chooses are not supported.";
  if (transform_quantity) return "Package pricing is not supported.";
  if (recurring && recurring.usage_type !== "licensed") return "Metered billing is not supported.";
  if (unit_amount == null || !Number.isSafeInteger(unit_amount))
    return "Fractions of the smallest currency unit are not supported.";
  if (recurring && !parseInterval(recurring.interval))
    return `The billing interval "${recurring.interval}" is not supported.`;
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
    amount: minorUnits(requireValue(price.unit_amount, "the amount of a price"), currency),
    currency,
    billing: recurring
      ? {
          interval: requireValue(parseInterval(recurring.interval), "a supported interval"),
          count: recurring.interval_count,
        }
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

/** Merges the metadata of a price and its product. The price has precedence. */
const readMetadata = ({ metadata, product }: StripePrice): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...product.metadata, ...metadata }).map(([key, value]) => [key, value.trim()]),
  );

/** Stripe's limit: two years. */
const MAX_TRIAL_DAYS = 730;

function parseTrial(
  { id, recurring }: StripePrice,
  trialText: string | undefined,
  remarks: string[],
): number | undefined {
  const days = trialText ?? String(recurring?.trial_period_days ?? 0);
  if (/^\d{1,3}$/.test(days) && Number(days) <= MAX_TRIAL_DAYS) return Number(days) || undefined;
  remarks.push(
    `Stripe price ${id} is offered without a trial because its trial_days is "${days}". Use a whole number from 0 to ${MAX_TRIAL_DAYS}.`,
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

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
