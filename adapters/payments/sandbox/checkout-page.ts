import { type Html, html, renderErrorSummary } from "../../../core/lib/html-page/index.ts";
import { currencyOf, type HostedResponse } from "../../../core/ports/payments.ts";
import { findRecurringCharge, needsShipping } from "./amounts.ts";
import { TEST_CARDS } from "./card.ts";
import { type BuyerDetails, EMPTY_DETAILS, type FieldError } from "./form.ts";
import { renderCountryField, renderTextField } from "./form-fields.ts";
import { formatMinute, formatMoney } from "./format.ts";
import type { LedgerEntry } from "./ledger.ts";
import { listImages, renderOrderSummary } from "./order-summary.ts";
import { renderSandboxPage, type ShopDetails } from "./page.ts";
import { createToken } from "./token.ts";

interface FailedSubmission {
  readonly status: number;
  readonly heading: string;
  readonly details: BuyerDetails;
  readonly errors: readonly FieldError[];
}

/**
 * Renders the hosted payment page, with the errors of a failed submission. The form contains a new
 * receipt token, which makes the receipt's URL known to this buyer only.
 */
export function renderCheckoutPage(
  shop: ShopDetails,
  { id, order, amounts }: LedgerEntry,
  now: number,
  failed?: FailedSubmission,
): Promise<HostedResponse> {
  const { lines, expires, returnUrl } = order;
  const { errors = [], details = EMPTY_DETAILS } = failed ?? {};
  const totalText = formatMoney(amounts.total, currencyOf(lines));
  const isTrial = findRecurringCharge(lines)?.trialDays !== undefined && amounts.total === 0;
  const title = isTrial ? "Start your trial" : `Pay ${shop.name} ${totalText}`;
  const main = html`<p class="small"><a href="${returnUrl}">Back to ${shop.name} without paying</a></p>
<h1>${title}</h1>
<p class="lead">${isTrial && "Nothing is due today. "}This page expires on ${formatMinute(Date.parse(expires))}.</p>
${
  failed &&
  renderErrorSummary(
    failed.heading,
    errors.map(({ field, message }) => ({ id: field, message })),
  )
}
<div class="columns">
<section class="card summary" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${renderOrderSummary(shop, { lines, amounts, now, totalLabel: "Due today" })}
</section>
<form method="post" action="/checkout/pay/${id}" novalidate>
<input type="hidden" name="receipt" value="${createToken("rcp_")}">
<fieldset class="card"><legend>Contact</legend>
${renderTextField("email", errors, { label: "Email address", hint: "Shown on your receipt. You won’t get any email.", value: details.email, type: "email", inputmode: "email", autocomplete: "email" })}
</fieldset>
${needsShipping(lines) && renderAddressFields(errors, shop.countries, details)}
${renderCardFields(errors)}
<button type="submit" class="wide">${isTrial ? "Start the trial" : `Pay ${totalText}`} with a test card</button>
<p class="leave"><a href="${returnUrl}">Back to ${shop.name} without paying</a></p>
<p class="small">Your details are stored only for your receipt and deleted after one day. Of the card, only the last four digits are stored. If an AI agent started this checkout, it learns only whether the payment succeeded.</p>
</form>
</div>`;
  return renderSandboxPage(shop, {
    status: failed?.status ?? 200,
    title: failed ? `Error: ${title}` : title,
    main,
    images: listImages(lines, shop),
  });
}

const renderAddressFields = (
  errors: readonly FieldError[],
  countries: ShopDetails["countries"],
  { name, street, postal_code, city, country }: BuyerDetails,
): Html => html`<fieldset class="card"><legend>Shipping address</legend>
${renderTextField("name", errors, { label: "Full name", value: name, autocomplete: "shipping name" })}
${renderTextField("street", errors, { label: "Street and house number", value: street, autocomplete: "shipping street-address" })}
<div class="pair post">
${renderTextField("postal_code", errors, { label: "Postal code", value: postal_code, autocomplete: "shipping postal-code" })}
${renderTextField("city", errors, { label: "Town or city", value: city, autocomplete: "shipping address-level2" })}
</div>
${renderCountryField(errors, countries, country)}
</fieldset>`;

/**
 * Renders the card fields without card autocomplete, so that browsers never fill in a real card.
 */
const renderCardFields = (
  errors: readonly FieldError[],
): Html => html`<fieldset class="card"><legend>Test card</legend>
<div class="tests"><p>Use one of these test cards:</p>
<dl>
${TEST_CARDS.map(({ number, description }) => html`<dt>${number}</dt><dd>${description}</dd>`)}
</dl></div>
${renderTextField("card_number", errors, { label: "Card number", hint: "One of the test cards above.", autocomplete: "off", inputmode: "numeric", list: "test-cards" })}
<datalist id="test-cards">
${TEST_CARDS.map(({ number, description }) => html`<option value="${number}">${description}</option>`)}
</datalist>
<div class="pair">
${renderTextField("card_expiry", errors, { label: "Expiry date", hint: "Any future date, such as 12 / 34", autocomplete: "off", inputmode: "numeric" })}
${renderTextField("card_code", errors, { label: "Security code", hint: "Any three digits, such as 123", autocomplete: "off", inputmode: "numeric" })}
</div>
</fieldset>`;
