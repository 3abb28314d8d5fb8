import { currencyOf, type OrderLine } from "../../../ports/payments.ts";
import type { Checkout } from "../../../ports/stores/checkout-store.ts";
import { absoluteUrl, checkoutMessage, completedOrder } from "../../checkout/checkout-view.ts";
import { computeAmounts, formatTerms } from "../../checkout/offer.ts";
import type { ProtocolOutput } from "../../contract.ts";
import { type Site, serviceUrl } from "../../site.ts";
import { ACP_VERSION } from "./failure.ts";

export type Session = Extract<ProtocolOutput<"getAcpCheckout">, { readonly status: 200 }>["body"];
type SessionMessage = Session["messages"][number];
type Totals = Session["totals"];

/** Converts a checkout into an ACP CheckoutSession. The message about the state comes last. */
export function toSession(
  site: Site,
  checkout: Checkout,
  extraMessages: readonly SessionMessage[] = [],
): Session {
  const { id, state, url, lines, created, updated, expires } = checkout;
  const order = completedOrder(site, checkout);
  return {
    id,
    protocol: { version: ACP_VERSION },
    capabilities: { payment: { handlers: [] }, interventions: { supported: [] } },
    status: STATUSES[state],
    currency: currencyOf(lines).toLowerCase(),
    line_items: lines.map((line, index) => lineItem(site, line, index)),
    fulfillment_options: [],
    totals: sessionTotals(checkout),
    messages: [...extraMessages, stateMessage(checkout)],
    links: policyLinks(site),
    created_at: created,
    updated_at: updated,
    expires_at: expires,
    ...(url && { continue_url: url }),
    ...(order && { order: { id: order.id, checkout_session_id: id, permalink_url: order.url } }),
  };
}

/** ACP has no status for a failed payment, so a message explains it. */
const STATUSES = {
  opening: "requires_escalation",
  open: "requires_escalation",
  processing: "complete_in_progress",
  completed: "completed",
  failed: "canceled",
  canceled: "canceled",
  expired: "expired",
} as const satisfies Record<Checkout["state"], Session["status"]>;

function stateMessage(checkout: Checkout): SessionMessage {
  const { state } = checkout;
  const text = { content_type: "plain", content: checkoutMessage(checkout) } as const;
  if (state === "open" || state === "opening")
    return { type: "info", severity: "high", resolution: "requires_buyer_input", ...text };
  if (state === "failed")
    return { type: "error", code: "payment_declined", severity: "high", ...text };
  if (state === "expired") return { type: "error", code: "expired", severity: "high", ...text };
  return { type: "info", severity: "info", ...text };
}

function lineItem(site: Site, line: OrderLine, index: number): Session["line_items"][number] {
  const { offer, quantity } = line;
  const image = absoluteUrl(site, offer.image);
  return {
    id: `li_${index + 1}`,
    item: { id: offer.id, name: offer.title, unit_amount: offer.amount },
    quantity,
    name: offer.title,
    ...(offer.description && { description: offer.description }),
    ...(image && { images: [image] }),
    unit_amount: offer.amount,
    product_id: offer.product,
    ...(offer.billing && {
      disclosures: [{ type: "disclaimer", content_type: "plain", content: formatTerms(offer) }],
    }),
    totals: buildTotals(computeAmounts([line]), offer.title, "Free trial", "Total"),
  };
}

function sessionTotals({ state, amounts, lines }: Checkout): Totals {
  const trialDiscount = computeAmounts(lines).discount;
  const isOpen = state === "open" || state === "opening";
  return buildTotals(
    amounts,
    "Items",
    amounts.discount === trialDiscount ? "Free trial" : "Discount",
    isOpen ? "Total (before tax and shipping)" : "Total",
  );
}

/** Discounts are positive, and the subtotal excludes them, as in the official examples. */
function buildTotals(
  { subtotal, discount = 0, shipping, tax, total }: Checkout["amounts"],
  base: string,
  discountText: string,
  totalText: string,
): Totals {
  const totals: Totals = [{ type: "items_base_amount", display_text: base, amount: subtotal }];
  if (discount > 0) totals.push({ type: "discount", display_text: discountText, amount: discount });
  totals.push({
    type: "subtotal",
    display_text: "Subtotal",
    amount: Math.max(subtotal - discount, 0),
  });
  if (shipping !== undefined)
    totals.push({ type: "fulfillment", display_text: "Shipping", amount: shipping });
  if (tax !== undefined) totals.push({ type: "tax", display_text: "Tax", amount: tax });
  totals.push({ type: "total", display_text: totalText, amount: total });
  return totals;
}

function policyLinks(site: Site): Session["links"] {
  const links: Session["links"] = [];
  const terms = absoluteUrl(site, site.terms);
  const privacy = absoluteUrl(site, site.privacy);
  if (terms) links.push({ type: "terms_of_use", url: terms });
  if (privacy) links.push({ type: "privacy_policy", url: privacy });
  return [...links, { type: "support", url: serviceUrl(site, "/support") }];
}
