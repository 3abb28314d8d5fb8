import { type Html, html } from "../../../core/index.ts";
import type { HostedResponse } from "../../../core/ports/payments.ts";
import { findRecurringCharge, needsShipping } from "./amounts.ts";
import { countryName } from "./countries.ts";
import type { BuyerDetails } from "./form.ts";
import { formatMinute } from "./format.ts";
import { type LedgerEntry, RECEIPT_DAYS, type Receipt } from "./ledger.ts";
import { listImages, renderOrderSummary } from "./order-summary.ts";
import { renderSandboxPage, type ShopDetails, STATUS_ICONS } from "./page.ts";

/** What the buyer sees after paying, at an address that nobody else knows. */
export function renderReceiptPage(
  shop: ShopDetails,
  { id, state, order, amounts }: LedgerEntry,
  { typed, last4, paid, token }: Receipt,
): HostedResponse {
  const paidAt = Date.parse(paid);
  const isTrial = amounts.total === 0 && findRecurringCharge(order.lines)?.trialDays !== undefined;
  const {
    sign: icon,
    title,
    lead,
  } = MESSAGES[state === "processing" || state === "failed" ? state : isTrial ? "trial" : "paid"];
  const main = html`${icon}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${state === "processing" && html`<p><a class="button" href="/checkout/receipt/${token}">Look again</a></p>`}
<div class="stack">
<section class="card" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${renderOrderSummary(shop, { lines: order.lines, amounts, now: paidAt, totalLabel: state === "paid" ? "Paid today, as a test" : "Total" })}
</section>
<section class="card" aria-labelledby="details-title">
<h2 id="details-title">Details</h2>
<dl class="facts">
<div><dt>Receipt</dt><dd>${id}</dd></div>
<div><dt>Date</dt><dd><time datetime="${paid}">${formatMinute(paidAt)}</time></dd></div>
<div><dt>Card</dt><dd>Test card ending in ${last4}</dd></div>
<div><dt>Email address</dt><dd>${typed.email}</dd></div>
${needsShipping(order.lines) && html`<div><dt>Shipping address</dt><dd>${formatAddress(typed)}</dd></div>`}
</dl>
</section>
<p><a class="button${state === "processing" && " quiet"}" href="${order.returnUrl}">Back to ${shop.name}</a></p>
<p class="small">This receipt can be seen until ${formatMinute(paidAt + RECEIPT_DAYS * 86_400_000)}; then what you typed is deleted. Whoever has this page’s address can see it, so keep the address to yourself.</p>
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
    sign: STATUS_ICONS.done,
    title: "Thank you: it is paid",
    lead: "This was a test: no money has moved, and nothing will be sent.",
  },
  trial: {
    sign: STATUS_ICONS.done,
    title: "Thank you: your trial has begun",
    lead: "This was a test: no money moves, now or later, and nothing will be sent.",
  },
  processing: {
    sign: STATUS_ICONS.waiting,
    title: "Your payment is on its way",
    lead: "This test card takes some seconds. Then look again.",
  },
  failed: {
    sign: STATUS_ICONS.failed,
    title: "Your payment did not arrive",
    lead: "This test card fails after a while. No money has moved, and nothing was bought.",
  },
};

const formatAddress = ({ name, street, postal_code, city, country }: BuyerDetails): Html =>
  html`${[name, street, `${postal_code} ${city}`, countryName(country)].map((line) => html`${line}<br>`)}`;
