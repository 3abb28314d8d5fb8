import { isCountry } from "../../../adapters/payments/stripe/countries.ts";
import type { Account, Price, Session } from "./account.ts";
import { newId } from "./account.ts";
import type { Form } from "./form.ts";
import { createSession } from "./objects.ts";
import { invalidParameter, missingResource } from "./refusal.ts";

const SUPPORTED_PARAMETERS = [
  "mode",
  "line_items",
  "success_url",
  "cancel_url",
  "client_reference_id",
  "metadata",
  "expires_at",
  "subscription_data",
  "shipping_address_collection",
];

/** POST /v1/checkout/sessions: refuses what Stripe refuses, and opens a session. */
export function openSession(account: Account, form: Form): Session {
  for (const name of Object.keys(form))
    if (!SUPPORTED_PARAMETERS.includes(name))
      throw invalidParameter(name, `Received unknown parameter: ${name}`, "parameter_unknown");
  const { mode, client_reference_id = null, metadata = {}, success_url, cancel_url = null } = form;
  const lines = parseLineItems(account, form["line_items"]);
  const recurring = lines.filter(({ price }) => price.type === "recurring");
  if (mode !== "payment" && mode !== "subscription")
    throw invalidParameter("mode", "You must specify `mode`.");
  if (mode === "payment" && recurring.length > 0)
    throw invalidParameter(
      "line_items",
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
    );
  if (mode === "subscription" && recurring.length === 0)
    throw invalidParameter(
      "mode",
      "You must provide at least one recurring price in `subscription` mode when using prices.",
    );
  const currency = requireSame(
    lines.map(({ price }) => String(price.currency)),
    "All prices must have the same currency.",
  );
  requireSame(
    recurring.map(({ price }) => `${price.recurring!.interval_count} ${price.recurring!.interval}`),
    "Checkout does not support multiple prices with different billing intervals.",
  );
  if (typeof success_url !== "string" || !URL.canParse(success_url))
    throw invalidParameter("success_url", "Not a valid URL", "url_invalid");
  if (typeof client_reference_id === "string" && client_reference_id.length > 200)
    throw invalidParameter("client_reference_id", "Invalid string: must be at most 200 characters");
  const trial = parseTrial(form["subscription_data"], mode);
  const total = lines.reduce(
    (sum, { price, quantity }) =>
      sum + (trial && price.recurring ? 0 : price.unit_amount! * quantity),
    0,
  );
  if (mode === "payment" && total > 0 && total < 50)
    throw invalidParameter(
      "line_items",
      "The Checkout Session's total amount must convert to at least 50 cents.",
      "amount_too_small",
    );
  if (total > 99_999_999)
    throw invalidParameter(
      "line_items",
      "The Checkout Session's total amount due must be no more than $999,999.99.",
      "amount_too_large",
    );
  const id = newId("cs_test");
  const opened = createSession(
    {
      id,
      url: `https://checkout.stripe.com/c/pay/${id}` as string | null,
      mode: String(mode),
      currency,
      amount_subtotal: total,
      amount_total: total,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      expires_at: parseExpiry(form["expires_at"], account.nowSeconds()),
      shipping_address_collection: parseShipping(form["shipping_address_collection"]),
      customer_creation: mode === "payment" ? "if_required" : "always",
      payment_method_collection: mode === "payment" ? "if_required" : "always",
      success_url,
      cancel_url,
      client_reference_id,
      customer_email: null,
      metadata,
    },
    account.nowSeconds(),
  );
  account.sessions.set(id, opened);
  return opened;
}

function parseLineItems(
  account: Account,
  items: Form[string] | undefined,
): { price: Price; quantity: number }[] {
  if (!Array.isArray(items) || items.length === 0)
    throw invalidParameter("line_items", "You must provide `line_items`.", "parameter_missing");
  if (items.length > 100)
    throw invalidParameter("line_items", "Array line_items exceeded maximum 100 allowed elements.");
  return (items as Form[]).map(({ price: id, quantity }, index) => {
    const price = account.prices.get(String(id));
    if (!price) throw missingResource("price", String(id), `line_items[${index}][price]`);
    if (!price.active)
      throw invalidParameter(
        `line_items[${index}][price]`,
        "The price specified is inactive. This field only accepts active prices.",
      );
    if (!account.products.get(price.product)?.active)
      throw invalidParameter(
        `line_items[${index}][price]`,
        `The product ${price.product} is inactive.`,
      );
    if (!/^[1-9]\d{0,5}$/.test(String(quantity)))
      throw invalidParameter(
        `line_items[${index}][quantity]`,
        "This value must be between 1 and 999999.",
      );
    return { price, quantity: Number(quantity) };
  });
}

function requireSame(values: readonly string[], message: string): string {
  if (new Set(values).size > 1) throw invalidParameter("line_items", message);
  return values[0] ?? "";
}

function parseTrial(data: Form[string] | undefined, mode: Form[string]): number {
  if (data === undefined) return 0;
  if (mode !== "subscription")
    throw invalidParameter(
      "subscription_data",
      "You can not pass `subscription_data` in `payment` mode.",
    );
  const days = Number((data as Form)["trial_period_days"]);
  if (!Number.isInteger(days) || days < 1 || days > 730)
    throw invalidParameter(
      "subscription_data[trial_period_days]",
      "The minimum number of trial period days is 1.",
    );
  return days;
}

function parseExpiry(time: Form[string] | undefined, now: number): number {
  const expires = time === undefined ? now + 86_400 : Number(time);
  if (!(expires >= now + 1_800 && expires <= now + 86_400))
    throw invalidParameter(
      "expires_at",
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
    );
  return expires;
}

function parseShipping(collection: Form[string] | undefined): object | null {
  if (collection === undefined) return null;
  const countries = (collection as Form)["allowed_countries"];
  if (!Array.isArray(countries) || !countries.every((country) => isCountry(String(country))))
    throw invalidParameter("shipping_address_collection[allowed_countries]", "Invalid country.");
  return { allowed_countries: countries };
}
