import { type Html, html } from "../../../core/index.ts";
import type { HostedAnswer } from "../../../core/ports/payments.ts";
import type { Kept } from "./ledger.ts";
import { type Shop, SIGNS, sandboxPage } from "./page.ts";
import { minute } from "./words.ts";

interface Standing {
  readonly status: number;
  readonly sign: Html;
  readonly title: string;
  readonly text: string;
}

/**
 * What stands where a payment's form was, once that is over. Nothing of what the buyer typed: whoever began the checkout
 * knows this address too. `again` says that someone tried to pay here now.
 */
export function standingPage(
  shop: Shop,
  { state, order }: Kept,
  { now, again = false }: { now: number; again?: boolean },
): HostedAnswer {
  return page(
    shop,
    whatStands(state, Date.parse(order.expires) <= now, order.expires, again),
    order.returnUrl,
  );
}

function whatStands(
  state: Kept["state"],
  isOver: boolean,
  expires: string,
  again: boolean,
): Standing {
  if (state === "processing")
    return {
      status: again ? 409 : 200,
      sign: SIGNS.waiting,
      title: "This payment is on its way",
      text: `${again ? "It was not sent a second time. " : ""}Load this page again in some seconds to see whether it has arrived.`,
    };
  if (state === "paid")
    return {
      status: again ? 409 : 200,
      sign: SIGNS.done,
      title: "This order is paid",
      text: `${again ? "It was not paid a second time. " : ""}The receipt is with whoever paid it; it can’t be seen from here.`,
    };
  if (state === "failed")
    return {
      status: 410,
      sign: SIGNS.failed,
      title: "This payment did not arrive",
      text: "The card failed after a while. No money has moved, and nothing was bought. Go back to begin another checkout.",
    };
  const nothing = again ? "What you sent was not kept, and nothing was paid." : "Nothing was paid.";
  if (isOver)
    return {
      status: 410,
      sign: SIGNS.over,
      title: "This checkout has run out",
      text: `It was open until ${minute(Date.parse(expires))}. ${nothing} Go back to begin another.`,
    };
  return {
    status: 410,
    sign: SIGNS.over,
    title: "This checkout is closed",
    text: `It was cancelled before it was paid. ${nothing} Go back to begin another.`,
  };
}

/** Where no payment has this address, or none any more. */
export const unknownPage = (shop: Shop): HostedAnswer =>
  page(shop, {
    status: 404,
    sign: SIGNS.over,
    title: "There is no such checkout",
    text: "Perhaps the address was cut short on its way to you: open the whole link again, or ask whoever sent it for a new one.",
  });

/** Where no receipt has this address, or none any more. */
export const noReceiptPage = (shop: Shop): HostedAnswer =>
  page(shop, {
    status: 404,
    sign: SIGNS.over,
    title: "There is no receipt here",
    text: "A receipt can be seen for a day after paying; then it is deleted. If it was not that long ago, the address may have been cut short.",
  });

/** While the payments can't be read. */
export function unavailablePage(shop: Shop): HostedAnswer {
  const text =
    "The sandbox can’t get at its payments. Load the page again in a moment; if you had just pressed the button, it shows then whether that was a payment.";
  const answer = page(shop, { status: 503, sign: SIGNS.waiting, title: "Not just now", text });
  return { ...answer, headers: { ...answer.headers, "retry-after": "30" } };
}

function page(
  shop: Shop,
  { status, sign, title, text }: Standing,
  returnUrl?: string,
): HostedAnswer {
  const main = html`${sign}
<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a class="button" href="${returnUrl ?? shop.pagesOrigin}">Back to ${shop.name}</a></p>`;
  return sandboxPage(shop, { status, title, main, isSlim: true });
}
