import { type Html, html } from "../../../core/lib/html-page/index.ts";
import { type Amounts, currencyOf, type OrderLine } from "../../../core/ports/payments.ts";
import { formatMoney, formatRecurringCharge, formatTerms } from "./format.ts";
import type { ShopDetails } from "./page.ts";

/** Renders the lines of an order, its amounts and its recurring charge. */
export function renderOrderSummary(
  { pagesOrigin }: ShopDetails,
  {
    lines,
    amounts,
    now,
    totalLabel,
  }: { lines: readonly OrderLine[]; amounts: Amounts; now: number; totalLabel: string },
): Html {
  const currency = currencyOf(lines);
  const { subtotal, total, discount, shipping } = amounts;
  const recurringText = formatRecurringCharge(lines, now);
  return html`<ul class="lines">
${lines.map((line) => renderLine(line, pagesOrigin))}
</ul>
<dl class="sums">
${(discount !== undefined || shipping !== undefined) && renderRow("Subtotal", formatMoney(subtotal, currency))}
${discount !== undefined && renderRow("Not due during the trial", `−${formatMoney(discount, currency)}`)}
${shipping !== undefined && renderRow("Shipping", "Included")}
<div class="total"><dt>${totalLabel}</dt><dd>${formatMoney(total, currency)}</dd></div>
</dl>
${recurringText && html`<p class="follows">${recurringText}</p>`}`;
}

function renderLine(line: OrderLine, pagesOrigin: string): Html {
  const { offer, quantity } = line;
  return html`<li>${offer.image && html`<img class="pic" src="${new URL(offer.image, pagesOrigin).href}" alt="" width="64" height="40">`}
<span class="what">${offer.title}${quantity > 1 && ` × ${quantity}`}</span>
<span class="price">${formatMoney(offer.amount * quantity, offer.currency)}</span>
<span class="terms">${formatTerms(line)}</span></li>`;
}

const renderRow = (label: string, value: string) =>
  html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

/** Returns the absolute image URLs of the products. */
export const listImages = (lines: readonly OrderLine[], { pagesOrigin }: ShopDetails): string[] =>
  lines.flatMap(({ offer }) => (offer.image ? [new URL(offer.image, pagesOrigin).href] : []));
