import type { Checkout } from "../../ports/checkout-store.ts";
import { orderId } from "./checkout.ts";
import { type Site, serviceUrl } from "./site.ts";

/** What each state is called outside. */
export const STATUSES = {
  opening: "requires_escalation",
  open: "requires_escalation",
  processing: "complete_in_progress",
  completed: "completed",
  failed: "payment_failed",
  canceled: "canceled",
  expired: "expired",
} as const satisfies Record<Checkout["state"], string>;

/** What a checkout's state means for whoever buys, in a sentence or two. */
export const checkoutMessage = (checkout: Pick<Checkout, "state" | "amounts" | "lines">): string =>
  isTrialBegun(checkout) ? TRIAL : MESSAGES[checkout.state];

/** Whether nothing was due when it was completed, for a free trial has begun. */
export const isTrialBegun = ({
  state,
  amounts,
  lines,
}: Pick<Checkout, "state" | "amounts" | "lines">): boolean =>
  state === "completed" && amounts.total === 0 && lines.some(({ offer }) => offer.trialDays);

const TRIAL = "The checkout is complete: the free trial has begun, and nothing was due today.";

const MESSAGES: Readonly<Record<Checkout["state"], string>> = {
  opening: "Payment is taken only on the hosted checkout page. Send the buyer to continue_url.",
  open: "Payment is taken only on the hosted checkout page. Send the buyer to continue_url.",
  processing:
    "The buyer has paid in a way that takes its time to arrive. Nothing is left to do but to look again later.",
  completed: "The checkout is complete: it is paid. Receipt and delivery are the shop's.",
  failed: "The payment did not arrive. Create a new checkout to try again.",
  canceled: "The checkout was called off. Create a new one to buy after all.",
  expired:
    "The hosted checkout page was open for a day, and nobody paid. Create a new checkout to buy after all.",
};

/** The page for people that says how a checkout stands: where the buyer lands, and where an order is to be seen. */
export const statusPageUrl = (site: Site, { id }: Pick<Checkout, "id">): string =>
  serviceUrl(site, `/checkout/${id}`);

/** What was bought, once it is. */
export const completedOrder = (
  site: Site,
  checkout: Checkout,
): { id: string; url: string } | undefined =>
  checkout.state === "completed"
    ? { id: orderId(checkout), url: statusPageUrl(site, checkout) }
    : undefined;

/** An address of the site's own, or of anywhere, as a whole one; nothing where there is none. */
export function absoluteUrl(site: Site, url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  return url.startsWith("/") ? (site.pagesOrigin ?? site.origin) + url : url;
}
