import { escapeHtml, renderShell } from "../../domain/shell.ts";
import type { Checkout } from "../../ports/checkout-store.ts";
import { orderId } from "./checkout.ts";
import { isTrialBegun } from "./checkout-view.ts";
import { formatMoney } from "./money.ts";
import { formatTerms } from "./offer.ts";
import type { Site } from "./site.ts";

/** How a checkout stands, as a page for the buyer; without a script, and without anything that the buyer has typed. */
export function checkoutPage(site: Site, checkout: Checkout): string {
  const { title, text } = isTrialBegun(checkout) ? TRIAL : STATE_TEXTS[checkout.state];
  return renderShell(site, {
    title,
    main: `<h1>${title}</h1>\n<p>${text}</p>\n${continueLink(checkout)}\n${summaryHtml(checkout)}\n${orderHtml(checkout)}`,
  });
}

const UNPAID = {
  title: "Not paid yet",
  text: "The checkout is open: nothing has been paid.",
  totalLabel: "Due today",
};
const STATE_TEXTS: Readonly<
  Record<Checkout["state"], { title: string; text: string; totalLabel?: string }>
> = {
  opening: UNPAID,
  open: UNPAID,
  processing: {
    title: "Payment on its way",
    text: "Your payment was taken and takes its time to arrive. You need not do anything.",
    totalLabel: "On its way",
  },
  completed: {
    title: "Thank you",
    text: "The checkout is paid. You may close this page and go back to your agent.",
    totalLabel: "Paid today",
  },
  failed: {
    title: "The payment did not arrive",
    text: "Nothing was sold. Ask your agent to start again, or choose another way to pay.",
  },
  canceled: { title: "Called off", text: "This checkout was called off, and nothing was sold." },
  expired: {
    title: "Closed",
    text: "This checkout was open for a day, and nobody paid. Ask your agent to start again.",
  },
};

const TRIAL = {
  title: "Thank you",
  text: "Your free trial has begun, and nothing was due today. You may close this page and go back to your agent.",
};

const continueLink = ({ url }: Checkout) =>
  url ? `<p><a href="${escapeHtml(url)}">Go on to the checkout</a></p>` : "";

function summaryHtml({ lines, amounts, state }: Checkout): string {
  const { currency } = lines[0]!.offer;
  const { totalLabel } = STATE_TEXTS[state];
  const rows = lines.map(
    ({ offer, quantity }) =>
      `<tr><td>${escapeHtml(offer.title)}</td><td>${quantity}</td><td>${escapeHtml(formatTerms(offer))}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">What</th><th scope="col">How many</th><th scope="col">Price</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>
${totalLabel ? `<p>${totalLabel}: <strong>${formatMoney(amounts.total, currency)}</strong></p>` : ""}`;
}

const orderHtml = (checkout: Checkout) =>
  checkout.state === "completed"
    ? `<p>Order <code>${orderId(checkout)}</code>. What else there is to say of it comes from the shop.</p>`
    : "";
