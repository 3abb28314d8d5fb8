import { type Html, html } from "../../../core/index.ts";
import type { Amounts, Line } from "../../../core/ports/payments.ts";
import type { Shop } from "./page.ts";
import { money, termsOfLine, whatFollows } from "./words.ts";

/** What is bought and what it costs, as a list and its sum. */
export function orderSummary(
  { pagesOrigin }: Shop,
  {
    lines,
    amounts,
    at,
    totalIs,
  }: { lines: readonly Line[]; amounts: Amounts; at: number; totalIs: string },
): Html {
  const { currency } = lines[0]!.offer;
  const { subtotal, total, discount, shipping } = amounts;
  const follows = whatFollows(lines, at);
  return html`<ul class="lines">
${lines.map((line) => lineOf(line, pagesOrigin))}
</ul>
<dl class="sums">
${(discount !== undefined || shipping !== undefined) && row("Subtotal", money(subtotal, currency))}
${discount !== undefined && row("Not due during the trial", `−${money(discount, currency)}`)}
${shipping !== undefined && row("Shipping", "Included")}
<div class="total"><dt>${totalIs}</dt><dd>${money(total, currency)}</dd></div>
</dl>
${follows && html`<p class="follows">${follows}</p>`}`;
}

function lineOf(line: Line, pagesOrigin: string): Html {
  const { offer, quantity } = line;
  return html`<li>${offer.image && html`<img class="pic" src="${new URL(offer.image, pagesOrigin).href}" alt="" width="64" height="40">`}
<span class="what">${offer.title}${quantity > 1 && ` × ${quantity}`}</span>
<span class="price">${money(offer.amount * quantity, offer.currency)}</span>
<span class="terms">${termsOfLine(line)}</span></li>`;
}

const row = (what: string, value: string) => html`<div><dt>${what}</dt><dd>${value}</dd></div>`;

/** The pictures of what is bought. */
export const imagesOf = (lines: readonly Line[], { pagesOrigin }: Shop): string[] =>
  lines.flatMap(({ offer }) => (offer.image ? [new URL(offer.image, pagesOrigin).href] : []));
