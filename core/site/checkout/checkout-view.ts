import type { Checkout } from "../../ports/stores/checkout-store.ts";
import { type Site, serviceUrl } from "../site.ts";
import { orderId } from "./checkout.ts";

/** The public status of each state. */
export const STATUSES = {
  opening: "requires_escalation",
  open: "requires_escalation",
  processing: "complete_in_progress",
  completed: "completed",
  failed: "payment_failed",
  canceled: "canceled",
  expired: "expired",
} as const satisfies Record<Checkout["state"], string>;

/** Explains the status of a checkout, and what to do next. */
export const checkoutMessage = (checkout: Pick<Checkout, "state" | "amounts" | "lines">): string =>
  isTrialBegun(checkout) ? TRIAL : MESSAGES[checkout.state];

/** Returns whether a checkout was completed without a payment, because it started a free trial. */
export const isTrialBegun = ({
  state,
  amounts,
  lines,
}: Pick<Checkout, "state" | "amounts" | "lines">): boolean =>
  state === "completed" && amounts.total === 0 && lines.some(({ offer }) => offer.trialDays);

const TRIAL = "The checkout is complete. The free trial has started, and nothing was due today.";

const MESSAGES: Readonly<Record<Checkout["state"], string>> = {
  opening: "Payment is taken only on the hosted payment page. Send the buyer to continue_url.",
  open: "Payment is taken only on the hosted payment page. Send the buyer to continue_url.",
  processing:
    "The buyer has paid, but the payment takes some time to arrive. Check the status again later.",
  completed: "The checkout is complete and paid. The shop handles the receipt and the delivery.",
  failed: "The payment failed. Create a new checkout to try again.",
  canceled: "The checkout was canceled. Create a new checkout if the buyer still wants to buy.",
  expired:
    "The hosted payment page was open for a day, but nobody paid. Create a new checkout to try again.",
};

/** Returns the URL of the status page, where the buyer lands after paying and can see the order. */
export const statusPageUrl = (site: Site, { id }: Pick<Checkout, "id">): string =>
  serviceUrl(site, `/checkout/${id}`);

/** Returns the order of a completed checkout. */
export const completedOrder = (
  site: Site,
  checkout: Checkout,
): { id: string; url: string } | undefined =>
  checkout.state === "completed"
    ? { id: orderId(checkout), url: statusPageUrl(site, checkout) }
    : undefined;

/** Makes a URL absolute. A path is relative to the origin of the site's pages. */
export function absoluteUrl(site: Site, url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  return url.startsWith("/") ? (site.pagesOrigin ?? site.origin) + url : url;
}
