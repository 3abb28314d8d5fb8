/** An object of Stripe's API, as its JSON has it. */
export type StripeObject = Record<string, unknown> & {
  readonly id: string;
  readonly object: string;
};

/** Seconds since 1970. */
type UnixSeconds = number;

/** A product as Stripe gives it, with the parts that matter here replaced. */
export const createProduct = (
  parts: { id: string; name: string } & Record<string, unknown>,
  created: UnixSeconds,
) => ({
  object: "product",
  active: true,
  created,
  default_price: null as string | null,
  description: null as string | null,
  images: [] as string[],
  livemode: false,
  marketing_features: [],
  metadata: {} as Record<string, string>,
  package_dimensions: null,
  shippable: null as boolean | null,
  statement_descriptor: null,
  tax_code: null,
  type: "good",
  unit_label: null,
  updated: created,
  url: null as string | null,
  ...parts,
});

/** A price as Stripe gives it: `billing` makes it one that recurs. */
export const createPrice = (
  {
    billing,
    ...parts
  }: {
    id: string;
    product: string;
    unit_amount: number | null;
    billing?: Partial<Recurring>;
  } & Record<string, unknown>,
  created: UnixSeconds,
) => ({
  object: "price",
  active: true,
  billing_scheme: "per_unit",
  created,
  currency: "usd",
  custom_unit_amount: null as object | null,
  livemode: false,
  lookup_key: null,
  metadata: {} as Record<string, string>,
  nickname: null as string | null,
  recurring: billing
    ? {
        interval: "month",
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: "licensed",
        ...billing,
      }
    : null,
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null as object | null,
  type: billing ? "recurring" : "one_time",
  unit_amount_decimal: parts.unit_amount === null ? null : String(parts.unit_amount),
  ...parts,
});

interface Recurring {
  interval: string;
  interval_count: number;
  meter: null;
  trial_period_days: number | null;
  usage_type: string;
}

/** A Checkout Session as Stripe gives it when it has just been opened. */
export const createSession = <Parts extends { id: string } & Record<string, unknown>>(
  parts: Parts,
  created: UnixSeconds,
) => ({
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null as object | null,
  consent: null,
  consent_collection: null,
  created,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null as string | null,
  customer_details: null as object | null,
  invoice: null,
  livemode: false,
  locale: null,
  payment_intent: null as string | null,
  payment_link: null,
  payment_method_options: {},
  payment_method_types: ["card"],
  payment_status: "unpaid",
  phone_number_collection: { enabled: false },
  recovered_from: null,
  setup_intent: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null as string | null,
  ui_mode: "hosted_page",
  ...parts,
});

/** A PaymentIntent, of which the status alone is of interest. */
export const createPaymentIntent = (
  id: string,
  amount: number,
  currency: string,
  status: string,
  created: UnixSeconds,
) => ({
  id,
  object: "payment_intent",
  amount,
  currency,
  status,
  created,
  capture_method: "automatic",
  livemode: false,
  metadata: {},
  payment_method_types: ["card"],
});

/** A subscription, likewise. */
export const createSubscription = (id: string, status: string, created: UnixSeconds) => ({
  id,
  object: "subscription",
  status,
  created,
  livemode: false,
  metadata: {},
});

/** An event, as a webhook carries it. */
export const createEvent = (id: string, type: string, object: object, created: UnixSeconds) => ({
  id,
  object: "event",
  api_version: "2026-10-28.endive",
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
