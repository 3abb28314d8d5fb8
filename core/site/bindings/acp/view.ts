import type { Line } from "../../../ports/payments.ts";
import type { Checkout } from "../../../ports/storage.ts";
import type { BindingOutput } from "../../contract.ts";
import { absoluteUrl, messageOf, orderOf } from "../../domain/checkout-view.ts";
import { amountsOf, termsOf } from "../../domain/offer.ts";
import { type Site, urlOf } from "../../domain/site.ts";
import { ACP_VERSION } from "./failure.ts";

export type Session = Extract<BindingOutput<"getAcpCheckout">, { readonly status: 200 }>["body"];
type Message = Session["messages"][number];
type Totals = Session["totals"];

/** A checkout as ACP's CheckoutSession; `more` is said before what its state means. */
export function sessionOf(site: Site, checkout: Checkout, more: readonly Message[] = []): Session {
  const { id, state, url, lines, created, updated, expires } = checkout;
  const order = orderOf(site, checkout);
  return {
    id,
    protocol: { version: ACP_VERSION },
    capabilities: { payment: { handlers: [] }, interventions: { supported: [] } },
    status: STATUSES[state],
    currency: lines[0]!.offer.currency.toLowerCase(),
    line_items: lines.map((line, at) => lineItem(site, line, at)),
    fulfillment_options: [],
    totals: totalsOf(checkout),
    messages: [...more, stateMessage(checkout)],
    links: linksOf(site),
    created_at: created,
    updated_at: updated,
    expires_at: expires,
    ...(url && { continue_url: url }),
    ...(order && { order: { id: order.id, checkout_session_id: id, permalink_url: order.url } }),
  };
}

/** ACP has no word for a payment that never arrived; a message says it. */
const STATUSES = {
  opening: "requires_escalation",
  open: "requires_escalation",
  processing: "complete_in_progress",
  completed: "completed",
  failed: "canceled",
  canceled: "canceled",
  expired: "expired",
} as const satisfies Record<Checkout["state"], Session["status"]>;

function stateMessage(checkout: Checkout): Message {
  const { state } = checkout;
  const said = { content_type: "plain", content: messageOf(checkout) } as const;
  if (state === "open" || state === "opening")
    return { type: "info", severity: "high", resolution: "requires_buyer_input", ...said };
  if (state === "failed")
    return { type: "error", code: "payment_declined", severity: "high", ...said };
  if (state === "expired") return { type: "error", code: "expired", severity: "high", ...said };
  return { type: "info", severity: "info", ...said };
}

function lineItem(site: Site, line: Line, at: number): Session["line_items"][number] {
  const { offer, quantity } = line;
  const image = absoluteUrl(site, offer.image);
  return {
    id: `li_${at + 1}`,
    item: { id: offer.id, name: offer.title, unit_amount: offer.amount },
    quantity,
    name: offer.title,
    ...(offer.description && { description: offer.description }),
    ...(image && { images: [image] }),
    unit_amount: offer.amount,
    product_id: offer.product,
    ...(offer.billing && {
      disclosures: [{ type: "disclaimer", content_type: "plain", content: termsOf(offer) }],
    }),
    totals: sumsOf(amountsOf([line]), offer.title, "Free trial", "Total"),
  };
}

function totalsOf({ state, amounts, lines }: Checkout): Totals {
  const trials = amountsOf(lines).discount;
  const isOpen = state === "open" || state === "opening";
  return sumsOf(
    amounts,
    "Items",
    amounts.discount === trials ? "Free trial" : "Discount",
    isOpen ? "Total (before tax and shipping)" : "Total",
  );
}

/** Discounts are no amounts below nothing: as the official examples have it, the subtotal is what is left without them. */
function sumsOf(
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

function linksOf(site: Site): Session["links"] {
  const links: Session["links"] = [];
  const terms = absoluteUrl(site, site.terms);
  const privacy = absoluteUrl(site, site.privacy);
  if (terms) links.push({ type: "terms_of_use", url: terms });
  if (privacy) links.push({ type: "privacy_policy", url: privacy });
  return [...links, { type: "support", url: urlOf(site, "/support") }];
}
