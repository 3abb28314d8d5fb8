import { type Html, html } from "../../../core/index.ts";
import type { HostedResponse } from "../../../core/ports/payments.ts";
import { formatMinute } from "./format.ts";
import type { LedgerEntry } from "./ledger.ts";
import { renderSandboxPage, type ShopDetails, STATUS_ICONS } from "./page.ts";

interface StatusMessage {
  readonly status: number;
  readonly icon: Html;
  readonly title: string;
  readonly text: string;
}

/**
 * What stands where a payment's form was, once that is over. Nothing of what the buyer typed: whoever began the checkout
 * knows this address too. `again` says that someone tried to pay here now.
 */
export function renderStatusPage(
  shop: ShopDetails,
  { state, order }: LedgerEntry,
  { now, isRepeat = false }: { now: number; isRepeat?: boolean },
): HostedResponse {
  return renderPage(
    shop,
    createStatusMessage(state, Date.parse(order.expires) <= now, order.expires, isRepeat),
    order.returnUrl,
  );
}

function createStatusMessage(
  state: LedgerEntry["state"],
  isExpired: boolean,
  expires: string,
  isRepeat: boolean,
): StatusMessage {
  if (state === "processing")
    return {
      status: isRepeat ? 409 : 200,
      icon: STATUS_ICONS.waiting,
      title: "This payment is on its way",
      text: `${isRepeat ? "It was not sent a second time. " : ""}Load this page again in some seconds to see whether it has arrived.`,
    };
  if (state === "paid")
    return {
      status: isRepeat ? 409 : 200,
      icon: STATUS_ICONS.done,
      title: "This order is paid",
      text: `${isRepeat ? "It was not paid a second time. " : ""}The receipt is with whoever paid it; it can’t be seen from here.`,
    };
  if (state === "failed")
    return {
      status: 410,
      icon: STATUS_ICONS.failed,
      title: "This payment did not arrive",
      text: "The card failed after a while. No money has moved, and nothing was bought. Go back to begin another checkout.",
    };
  const notPaidText = isRepeat
    ? "What you sent was not kept, and nothing was paid."
    : "Nothing was paid.";
  if (isExpired)
    return {
      status: 410,
      icon: STATUS_ICONS.ended,
      title: "This checkout has run out",
      text: `It was open until ${formatMinute(Date.parse(expires))}. ${notPaidText} Go back to begin another.`,
    };
  return {
    status: 410,
    icon: STATUS_ICONS.ended,
    title: "This checkout is closed",
    text: `It was canceled before it was paid. ${notPaidText} Go back to begin another.`,
  };
}

/** Where no payment has this address, or none any more. */
export const renderUnknownPage = (shop: ShopDetails): HostedResponse =>
  renderPage(shop, {
    status: 404,
    icon: STATUS_ICONS.ended,
    title: "There is no such checkout",
    text: "Perhaps the address was cut short on its way to you: open the whole link again, or ask whoever sent it for a new one.",
  });

/** Where no receipt has this address, or none any more. */
export const renderMissingReceiptPage = (shop: ShopDetails): HostedResponse =>
  renderPage(shop, {
    status: 404,
    icon: STATUS_ICONS.ended,
    title: "There is no receipt here",
    text: "A receipt can be seen for a day after paying; then it is deleted. If it was not that long ago, the address may have been cut short.",
  });

/** While the payments can't be read. */
export function renderUnavailablePage(shop: ShopDetails): HostedResponse {
  const text =
    "The sandbox can’t get at its payments. Load the page again in a moment; if you had just pressed the button, it shows then whether that was a payment.";
  const response = renderPage(shop, {
    status: 503,
    icon: STATUS_ICONS.waiting,
    title: "Not just now",
    text,
  });
  return { ...response, headers: { ...response.headers, "retry-after": "30" } };
}

function renderPage(
  shop: ShopDetails,
  { status, icon, title, text }: StatusMessage,
  returnUrl?: string,
): HostedResponse {
  const main = html`${icon}
<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a class="button" href="${returnUrl ?? shop.pagesOrigin}">Back to ${shop.name}</a></p>`;
  return renderSandboxPage(shop, { status, title, main, isNarrow: true });
}
