import { type Html, html } from "../../../core/index.ts";
import type { HostedAnswer } from "../../../core/ports/payments.ts";
import { againOf, needsShipping } from "./amounts.ts";
import { TEST_CARDS } from "./card.ts";
import { countryField, errorSummary, textField } from "./fields.ts";
import { EMPTY, type FieldError, type Typed } from "./form.ts";
import type { Kept } from "./ledger.ts";
import { type Shop, sandboxPage } from "./page.ts";
import { imagesOf, orderSummary } from "./summary.ts";
import { token } from "./token.ts";
import { minute, money } from "./words.ts";

interface Tried {
  readonly status: number;
  readonly heading: string;
  readonly typed: Typed;
  readonly errors: readonly FieldError[];
}

/** The page where the buyer pays: the order, the form, and what was wrong with what was sent. Its form carries the receipt's address, which nobody else gets to know. */
export function checkoutPage(
  shop: Shop,
  { id, order, amounts }: Kept,
  now: number,
  tried?: Tried,
): HostedAnswer {
  const { lines, expires, returnUrl } = order;
  const { errors = [], typed = EMPTY } = tried ?? {};
  const total = money(amounts.total, lines[0]!.offer.currency);
  const isTrial = againOf(lines)?.trialDays !== undefined && amounts.total === 0;
  const title = isTrial ? "Start your trial" : `Pay ${shop.name} ${total}`;
  const main = html`<p class="small"><a href="${returnUrl}">Back to ${shop.name} without paying</a></p>
<h1>${title}</h1>
<p class="lead">${isTrial && "Nothing is due today. "}This page is open until ${minute(Date.parse(expires))}.</p>
${tried && errorSummary(tried.heading, errors)}
<div class="columns">
<section class="card summary" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${orderSummary(shop, { lines, amounts, at: now, totalIs: "Due today" })}
</section>
<form method="post" action="/checkout/pay/${id}" novalidate>
<input type="hidden" name="receipt" value="${token("rcp_")}">
<fieldset class="card"><legend>Contact</legend>
${textField("email", errors, { label: "Email address", hint: "Shown on the receipt. Nothing is sent to it.", value: typed.email, type: "email", inputmode: "email", autocomplete: "email" })}
</fieldset>
${needsShipping(lines) && addressFields(errors, shop.countries, typed)}
${cardFields(errors)}
<button type="submit">${isTrial ? "Start the trial" : `Pay ${total}`} with a test card</button>
<p class="leave"><a href="${returnUrl}">Back to ${shop.name} without paying</a></p>
<p class="small">What you type here is kept for your receipt alone: for a day, then it is deleted. Whoever began this checkout for you, a program perhaps, gets to know whether it was paid and nothing else. Of the card its last four digits are kept.</p>
</form>
</div>`;
  return sandboxPage(shop, {
    status: tried?.status ?? 200,
    title: tried ? `Error: ${title}` : title,
    main,
    images: imagesOf(lines, shop),
  });
}

const addressFields = (
  errors: readonly FieldError[],
  countries: Shop["countries"],
  { name, street, postal_code, city, country }: Typed,
): Html => html`<fieldset class="card"><legend>Shipping address</legend>
${textField("name", errors, { label: "Full name", value: name, autocomplete: "shipping name" })}
${textField("street", errors, { label: "Street and house number", value: street, autocomplete: "shipping street-address" })}
<div class="pair post">
${textField("postal_code", errors, { label: "Postal code", value: postal_code, autocomplete: "shipping postal-code" })}
${textField("city", errors, { label: "Town or city", value: city, autocomplete: "shipping address-level2" })}
</div>
${countryField(errors, countries, country)}
</fieldset>`;

/** No browser may fill in a real card here, so these fields don't say that they are a card's. */
const cardFields = (
  errors: readonly FieldError[],
): Html => html`<fieldset class="card"><legend>Test card</legend>
<div class="tests"><p>These are taken, and no others:</p>
<dl>
${TEST_CARDS.map(({ number, what }) => html`<dt>${number}</dt><dd>${what}</dd>`)}
</dl></div>
${textField("card_number", errors, { label: "Card number", hint: "One of the test cards above.", autocomplete: "off", inputmode: "numeric", list: "test-cards" })}
<datalist id="test-cards">
${TEST_CARDS.map(({ number, what }) => html`<option value="${number}">${what}</option>`)}
</datalist>
<div class="pair">
${textField("card_expiry", errors, { label: "Expiry date", hint: "Any later month: 12 / 34", autocomplete: "off", inputmode: "numeric" })}
${textField("card_code", errors, { label: "Security code", hint: "Any three digits: 123", autocomplete: "off", inputmode: "numeric" })}
</div>
</fieldset>`;
