import type { components } from "../../../../generated/site/schema.d.ts";
import { type Amounts, currencyOf, type OrderLine } from "../../../ports/payments.ts";
import type { Checkout } from "../../../ports/stores/checkout-store.ts";
import {
  absoluteUrl,
  checkoutMessage,
  completedOrder,
  statusPageUrl,
} from "../../checkout/checkout-view.ts";
import { computeAmounts, formatTerms } from "../../checkout/offer.ts";
import { type Site, serviceUrl } from "../../site.ts";
import { offerTitle } from "./product.ts";
import { envelope, type NegotiatedTerms, type UcpMessage } from "./responses.ts";

type Schemas = components["schemas"];
type Total = Schemas["UcpTotal"];

/** UCP has only two final statuses: `completed` and `canceled`. */
const STATUSES = {
  opening: "requires_escalation",
  open: "requires_escalation",
  processing: "complete_in_progress",
  completed: "completed",
  failed: "canceled",
  canceled: "canceled",
  expired: "canceled",
} as const satisfies Record<Checkout["state"], Schemas["UcpStatus"]>;

/** Converts a checkout into a UCP checkout. The extra messages come last. */
export function checkoutView(
  site: Site,
  checkout: Checkout,
  terms: NegotiatedTerms,
  extraMessages: readonly UcpMessage[],
): Schemas["UcpCheckout"] {
  const { id, state, lines, amounts, url, expires } = checkout;
  const status = STATUSES[state];
  const order = completedOrder(site, checkout);
  return {
    ucp: envelope(terms),
    id,
    status,
    currency: currencyOf(lines),
    line_items: lines.map((line, index) => lineView(site, line, index)),
    totals: buildTotals(amounts, {
      trial: trialText(lines),
      isDue: status === "requires_escalation",
    }),
    messages: [...stateMessages(checkout), ...extraMessages],
    links: policyLinks(site),
    // If the hosted payment page has no URL yet, the status page of the checkout links to it later.
    ...(status === "requires_escalation" && { continue_url: url ?? statusPageUrl(site, checkout) }),
    expires_at: expires,
    ...(order && { order: { id: order.id, permalink_url: order.url } }),
  };
}

function lineView(site: Site, line: OrderLine, index: number): Schemas["UcpLineItem"] {
  const { offer, quantity } = line;
  const image = absoluteUrl(site, offer.image);
  return {
    id: `li_${index + 1}`,
    item: {
      id: offer.id,
      title: offerTitle(offer),
      price: offer.amount,
      ...(image && { image_url: image }),
    },
    quantity,
    totals: buildTotals(computeAmounts([line]), { trial: trialText([line]), isDue: true }),
  };
}

/** Returns the parts of a total, which comes last. The amounts before it add up to it. */
function buildTotals(
  { subtotal, discount = 0, shipping, tax, total }: Amounts,
  { trial, isDue }: { trial: string | undefined; isDue: boolean },
): Total[] {
  const adjustment = total - (subtotal - discount + (shipping ?? 0) + (tax ?? 0));
  return [
    { type: "subtotal", display_text: "Subtotal", amount: subtotal },
    ...(discount > 0
      ? [{ type: "discount", display_text: trial ?? "Discount", amount: -discount } as const]
      : []),
    ...(shipping !== undefined
      ? [{ type: "fulfillment", display_text: "Shipping", amount: shipping } as const]
      : []),
    ...(tax !== undefined ? [{ type: "tax", display_text: "Tax", amount: tax } as const] : []),
    ...(adjustment !== 0
      ? [{ type: "adjustment", display_text: "Adjustment", amount: adjustment } as const]
      : []),
    { type: "total", display_text: isDue ? "Due today" : "Total", amount: total },
  ];
}

function trialText(lines: readonly OrderLine[]): string | undefined {
  const days = lines.find(({ offer }) => offer.trialDays)?.offer.trialDays;
  return days === undefined ? undefined : `Free trial of ${days} ${days === 1 ? "day" : "days"}`;
}

/** Explains the status, the terms of subscriptions and amounts that are not yet final. */
function stateMessages(checkout: Checkout): UcpMessage[] {
  const { state, lines, amounts } = checkout;
  const content = checkoutMessage(checkout);
  if (state === "failed")
    return [{ type: "error", code: "payment_failed", content, severity: "unrecoverable" }];
  if (state !== "open" && state !== "opening")
    return [{ type: "info", code: STATE_CODES[state], content }];
  const isTotalFinal =
    amounts.tax !== undefined &&
    (amounts.shipping !== undefined || !lines.some(({ offer }) => offer.needsShipping));
  return [
    { type: "error", code: "payment_required", content, severity: "requires_buyer_input" },
    ...lines.flatMap(({ offer }, index): UcpMessage[] =>
      offer.billing
        ? [
            {
              type: "warning",
              code: "subscription_terms",
              path: `$.line_items[${index}]`,
              content: `${offer.title}: ${formatTerms(offer)}.`,
              presentation: "disclosure",
            },
          ]
        : [],
    ),
    ...(isTotalFinal
      ? []
      : [
          { type: "info", code: "total_may_grow", path: "$.totals", content: ADDED_LATER } as const,
        ]),
  ];
}

const STATE_CODES = {
  processing: "payment_processing",
  completed: "paid",
  canceled: "canceled",
  expired: "expired",
} as const;

const ADDED_LATER =
  "The hosted payment page adds shipping and taxes that depend on the buyer's location, if they apply.";

/** Returns the pages that a buyer should be able to read before paying. */
function policyLinks(site: Site): Schemas["UcpLink"][] {
  const terms = absoluteUrl(site, site.terms);
  const privacy = absoluteUrl(site, site.privacy);
  return [
    ...(terms ? [{ type: "terms_of_service", url: terms, title: "Terms of sale" } as const] : []),
    ...(privacy
      ? [{ type: "privacy_policy", url: privacy, title: "Privacy policy" } as const]
      : []),
    { type: "support", url: serviceUrl(site, "/support"), title: "Support" },
  ];
}
