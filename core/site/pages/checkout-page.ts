import { articlePage, type Html, type HtmlPage, html } from "../../lib/html-page/index.ts";
import { formatMoney } from "../../lib/kit/text/money.ts";
import { currencyOf } from "../../ports/payments.ts";
import type { Checkout } from "../../ports/stores/checkout-store.ts";
import { orderId } from "../checkout/checkout.ts";
import { isTrialBegun } from "../checkout/checkout-view.ts";
import { formatTerms } from "../checkout/offer.ts";
import type { Site } from "../site.ts";

/** The status page of a checkout for the buyer. It has nothing that the buyer entered. */
export function checkoutPage({ name: siteName }: Site, checkout: Checkout): HtmlPage {
  const { title, text } = isTrialBegun(checkout) ? TRIAL : STATE_TEXTS[checkout.state];
  const main = html`<h1>${title}</h1>
<p>${text}</p>
${continueLink(checkout)}
${summaryHtml(checkout)}
${orderHtml(checkout)}`;
  return { ...articlePage({ siteName, title, main }), isPrivate: true };
}

const UNPAID = {
  title: "Not paid yet",
  text: "This checkout is open. Nothing has been paid.",
  totalLabel: "Due today",
};
const STATE_TEXTS: Readonly<
  Record<Checkout["state"], { title: string; text: string; totalLabel?: string }>
> = {
  opening: UNPAID,
  open: UNPAID,
  processing: {
    title: "Payment in progress",
    text: "You have paid, but your payment takes some time to arrive. You don't need to do anything.",
    totalLabel: "Payment in progress",
  },
  completed: {
    title: "Thank you",
    text: "This checkout is paid. You can close this page and return to your agent.",
    totalLabel: "Paid today",
  },
  failed: {
    title: "Payment failed",
    text: "Your payment didn't arrive, and nothing was sold. Ask your agent to start again, or pay another way.",
  },
  canceled: {
    title: "Checkout canceled",
    text: "This checkout was canceled, and nothing was sold.",
  },
  expired: {
    title: "Checkout expired",
    text: "This checkout was open for a day, but nobody paid. Ask your agent to start again.",
  },
};

const TRIAL = {
  title: "Thank you",
  text: "Your free trial has started, and nothing was due today. You can close this page and return to your agent.",
};

const continueLink = ({ url }: Checkout) =>
  url && html`<p><a href="${url}">Continue to payment</a></p>`;

function summaryHtml({ lines, amounts, state }: Checkout): Html {
  const currency = currencyOf(lines);
  const { totalLabel } = STATE_TEXTS[state];
  const rows = lines.map(
    ({ offer, quantity }) =>
      html`<tr><td>${offer.title}</td><td>${quantity}</td><td>${formatTerms(offer)}</td></tr>`,
  );
  return html`<table><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>${rows}</tbody></table>
${totalLabel && html`<p>${totalLabel}: <strong>${formatMoney(amounts.total, currency)}</strong></p>`}`;
}

const orderHtml = (checkout: Checkout) =>
  checkout.state === "completed" &&
  html`<p>Order <code>${orderId(checkout)}</code>. The shop will send you any further information.</p>`;
