import { type Html, html } from "../../../core/lib/html-page/index.ts";
import type { HostedResponse } from "../../../core/ports/payments.ts";
import { findRecurringCharge, needsShipping } from "./amounts.ts";
import { countryName } from "./countries.ts";
import type { BuyerDetails } from "./form.ts";
import { formatMinute } from "./format.ts";
import { type LedgerEntry, RECEIPT_DAYS, type Receipt } from "./ledger.ts";
import { listImages, renderOrderSummary } from "./order-summary.ts";
import { renderSandboxPage, type ShopDetails, STATUS_ICONS } from "./page.ts";

/** Renders the receipt. Only the buyer knows its URL. */
export function renderReceiptPage(
  shop: ShopDetails,
  entry: LedgerEntry,
  { typed: details, last4, paid, token }: Receipt,
): Promise<HostedResponse> {
  const { id, state, order, amounts } = entry;
  const paidAt = Date.parse(paid);
  const { icon, title, lead } = MESSAGES[findMessage(entry)];
  const main = html`${icon}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${state === "processing" && html`<p><a class="button" href="/checkout/receipt/${token}">Refresh</a></p>`}
<div class="stack">
<section class="card" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${renderOrderSummary(shop, { lines: order.lines, amounts, now: paidAt, totalLabel: state === "paid" ? "Paid today (test)" : "Total" })}
</section>
<section class="card" aria-labelledby="details-title">
<h2 id="details-title">Details</h2>
<dl class="facts">
<div><dt>Receipt</dt><dd>${id}</dd></div>
<div><dt>Date</dt><dd><time datetime="${paid}">${formatMinute(paidAt)}</time></dd></div>
<div><dt>Card</dt><dd>Test card ending in ${last4}</dd></div>
<div><dt>Email address</dt><dd>${details.email}</dd></div>
${needsShipping(order.lines) && html`<div><dt>Shipping address</dt><dd>${formatAddress(details)}</dd></div>`}
</dl>
</section>
<p><a class="button${state === "processing" && " quiet"}" href="${order.returnUrl}">Back to ${shop.name}</a></p>
<p class="small">This receipt is available until ${formatMinute(paidAt + RECEIPT_DAYS * 86_400_000)}. After that, your details are deleted. Anyone who has this page’s URL can view the receipt, so don’t share it.</p>
</div>`;
  return renderSandboxPage(shop, {
    title,
    main,
    images: listImages(order.lines, shop),
    isNarrow: true,
  });
}

const MESSAGES = {
  paid: {
    icon: STATUS_ICONS.done,
    title: "Your payment succeeded",
    lead: "This was a test. No money has moved, and nothing will be delivered.",
  },
  trial: {
    icon: STATUS_ICONS.done,
    title: "Your trial has started",
    lead: "This was a test. No money moves, now or later, and nothing will be delivered.",
  },
  processing: {
    icon: STATUS_ICONS.waiting,
    title: "Your payment is processing",
    lead: "This test card takes a few seconds. Refresh the page to see the result.",
  },
  failed: {
    icon: STATUS_ICONS.failed,
    title: "Your payment failed",
    lead: "This test card fails after a few seconds. No money has moved, and nothing was bought.",
  },
};

function findMessage({ state, order, amounts }: LedgerEntry): keyof typeof MESSAGES {
  if (state === "processing" || state === "failed") return state;
  const isTrial = amounts.total === 0 && findRecurringCharge(order.lines)?.trialDays !== undefined;
  return isTrial ? "trial" : "paid";
}

const formatAddress = ({ name, street, postal_code, city, country }: BuyerDetails): Html =>
  html`${[name, street, `${postal_code} ${city}`, countryName(country)].map((line) => html`${line}<br>`)}`;
