import { escaped, pageInShell } from "../../domain/shell.ts";
import type { Checkout } from "../../ports/storage.ts";
import { orderId } from "./checkout.ts";
import { isTrialBegun } from "./checkout-view.ts";
import { moneyText } from "./money.ts";
import { termsOf } from "./offer.ts";
import type { Site } from "./site.ts";

/** How a checkout stands, as a page for the buyer; without a script, and without anything that the buyer has typed. */
export function checkoutPage(site: Site, checkout: Checkout): string {
  const { title, said } = isTrialBegun(checkout) ? TRIAL : WORDS[checkout.state];
  return pageInShell(site, {
    title,
    main: `<h1>${title}</h1>\n<p>${said}</p>\n${wayOn(checkout)}\n${summary(checkout)}\n${order(checkout)}`,
  });
}

const WAITING = {
  title: "Not paid yet",
  said: "The checkout is open: nothing has been paid.",
  sum: "Due today",
};
const WORDS: Readonly<Record<Checkout["state"], { title: string; said: string; sum?: string }>> = {
  opening: WAITING,
  open: WAITING,
  processing: {
    title: "Payment on its way",
    said: "Your payment was taken and takes its time to arrive. You need not do anything.",
    sum: "On its way",
  },
  completed: {
    title: "Thank you",
    said: "The checkout is paid. You may close this page and go back to your agent.",
    sum: "Paid today",
  },
  failed: {
    title: "The payment did not arrive",
    said: "Nothing was sold. Ask your agent to start again, or choose another way to pay.",
  },
  canceled: { title: "Called off", said: "This checkout was called off, and nothing was sold." },
  expired: {
    title: "Closed",
    said: "This checkout was open for a day, and nobody paid. Ask your agent to start again.",
  },
};

const TRIAL = {
  title: "Thank you",
  said: "Your free trial has begun, and nothing was due today. You may close this page and go back to your agent.",
};

const wayOn = ({ url }: Checkout) =>
  url ? `<p><a href="${escaped(url)}">Go on to the checkout</a></p>` : "";

function summary({ lines, amounts, state }: Checkout): string {
  const { currency } = lines[0]!.offer;
  const { sum } = WORDS[state];
  const rows = lines.map(
    ({ offer, quantity }) =>
      `<tr><td>${escaped(offer.title)}</td><td>${quantity}</td><td>${escaped(termsOf(offer))}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">What</th><th scope="col">How many</th><th scope="col">Price</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>
${sum ? `<p>${sum}: <strong>${moneyText(amounts.total, currency)}</strong></p>` : ""}`;
}

const order = (checkout: Checkout) =>
  checkout.state === "completed"
    ? `<p>Order <code>${orderId(checkout)}</code>. What else there is to say of it comes from the shop.</p>`
    : "";
