import { type Html, html } from "../../../core/lib/html-page/index.ts";
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
 * Renders the status of a payment that is no longer open. It contains no buyer details, because the
 * agent or person that started the checkout knows its URL. With `isRepeat`, the client has just
 * submitted the form.
 */
export function renderStatusPage(
  shop: ShopDetails,
  { state, order }: LedgerEntry,
  { now, isRepeat = false }: { now: number; isRepeat?: boolean },
): Promise<HostedResponse> {
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
      title: "This payment is processing",
      text: `${isRepeat ? "It was not submitted a second time. " : ""}Reload this page in a few seconds to see the result.`,
    };
  if (state === "paid")
    return {
      status: isRepeat ? 409 : 200,
      icon: STATUS_ICONS.done,
      title: "This order is paid",
      text: `${isRepeat ? "It was not paid a second time. " : ""}Only the person who paid can view the receipt.`,
    };
  if (state === "failed")
    return {
      status: 410,
      icon: STATUS_ICONS.failed,
      title: "This payment failed",
      text: "The card failed after a few seconds. No money has moved, and nothing was bought. Go back to start a new checkout.",
    };
  const notPaidText = isRepeat
    ? "Your details were not stored, and nothing was paid."
    : "Nothing was paid.";
  if (isExpired)
    return {
      status: 410,
      icon: STATUS_ICONS.ended,
      title: "This checkout has expired",
      text: `It expired on ${formatMinute(Date.parse(expires))}. ${notPaidText} Go back to start a new checkout.`,
    };
  return {
    status: 410,
    icon: STATUS_ICONS.ended,
    title: "This checkout is closed",
    text: `It was canceled before payment. ${notPaidText} Go back to start a new checkout.`,
  };
}

/** Renders the page of an unknown payment. */
export const renderUnknownPage = (shop: ShopDetails): Promise<HostedResponse> =>
  renderPage(shop, {
    status: 404,
    icon: STATUS_ICONS.ended,
    title: "Checkout not found",
    text: "The link may be incomplete. Open the whole link, or ask the sender for a new one.",
  });

/** Renders the page of an unknown or expired receipt. */
export const renderMissingReceiptPage = (shop: ShopDetails): Promise<HostedResponse> =>
  renderPage(shop, {
    status: 404,
    icon: STATUS_ICONS.ended,
    title: "Receipt not found",
    text: "Receipts are deleted one day after payment. If you paid more recently, the link may be incomplete.",
  });

/** Renders the page for a failed database. */
export async function renderUnavailablePage(shop: ShopDetails): Promise<HostedResponse> {
  const text =
    "The sandbox can’t read its payments. Reload this page in a moment. If you have just submitted a payment, the page will show whether it succeeded.";
  const response = await renderPage(shop, {
    status: 503,
    icon: STATUS_ICONS.waiting,
    title: "Temporarily unavailable",
    text,
  });
  return { ...response, headers: { ...response.headers, "retry-after": "30" } };
}

function renderPage(
  shop: ShopDetails,
  { status, icon, title, text }: StatusMessage,
  returnUrl?: string,
): Promise<HostedResponse> {
  const main = html`${icon}
<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a class="button" href="${returnUrl ?? shop.pagesOrigin}">Back to ${shop.name}</a></p>`;
  return renderSandboxPage(shop, { status, title, main, isNarrow: true });
}
