import { type Html, html } from "../../../core/index.ts";
import type { HostedAnswer } from "../../../core/ports/payments.ts";
import { againOf, needsShipping } from "./amounts.ts";
import { countryName } from "./countries.ts";
import type { Typed } from "./form.ts";
import { type Kept, RECEIPT_DAYS, type Receipt } from "./ledger.ts";
import { type Shop, SIGNS, sandboxPage } from "./page.ts";
import { imagesOf, orderSummary } from "./summary.ts";
import { minute } from "./words.ts";

/** What the buyer sees after paying, at an address that nobody else knows. */
export function receiptPage(
  shop: Shop,
  { id, state, order, amounts }: Kept,
  { typed, last4, paid, token }: Receipt,
): HostedAnswer {
  const at = Date.parse(paid);
  const isTrial = amounts.total === 0 && againOf(order.lines)?.trialDays !== undefined;
  const { sign, title, lead } =
    WORDS[state === "processing" || state === "failed" ? state : isTrial ? "trial" : "paid"];
  const main = html`${sign}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${state === "processing" && html`<p><a class="button" href="/checkout/receipt/${token}">Look again</a></p>`}
<div class="stack">
<section class="card" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${orderSummary(shop, { lines: order.lines, amounts, at, totalIs: state === "paid" ? "Paid today, as a test" : "Total" })}
</section>
<section class="card" aria-labelledby="details-title">
<h2 id="details-title">Details</h2>
<dl class="facts">
<div><dt>Receipt</dt><dd>${id}</dd></div>
<div><dt>Date</dt><dd><time datetime="${paid}">${minute(at)}</time></dd></div>
<div><dt>Card</dt><dd>Test card ending in ${last4}</dd></div>
<div><dt>Email address</dt><dd>${typed.email}</dd></div>
${needsShipping(order.lines) && html`<div><dt>Shipping address</dt><dd>${addressOf(typed)}</dd></div>`}
</dl>
</section>
<p><a class="button${state === "processing" && " quiet"}" href="${order.returnUrl}">Back to ${shop.name}</a></p>
<p class="small">This receipt can be seen until ${minute(at + RECEIPT_DAYS * 86_400_000)}; then what you typed is deleted. Whoever has this page’s address can see it, so keep the address to yourself.</p>
</div>`;
  return sandboxPage(shop, { title, main, images: imagesOf(order.lines, shop), isSlim: true });
}

const WORDS = {
  paid: {
    sign: SIGNS.done,
    title: "Thank you: it is paid",
    lead: "This was a test: no money has moved, and nothing will be sent.",
  },
  trial: {
    sign: SIGNS.done,
    title: "Thank you: your trial has begun",
    lead: "This was a test: no money moves, now or later, and nothing will be sent.",
  },
  processing: {
    sign: SIGNS.waiting,
    title: "Your payment is on its way",
    lead: "This test card takes some seconds. Then look again.",
  },
  failed: {
    sign: SIGNS.failed,
    title: "Your payment did not arrive",
    lead: "This test card fails after a while. No money has moved, and nothing was bought.",
  },
};

const addressOf = ({ name, street, postal_code, city, country }: Typed): Html =>
  html`${[name, street, `${postal_code} ${city}`, countryName(country)].map((line) => html`${line}<br>`)}`;
