import type Stripe from "stripe";
import { z } from "zod";

const metadata = z.record(z.string(), z.string()).default({});
const text = z.string().nullish();

/** What is read of a product; anything else is dropped. */
export const product = z.object({
  id: z.string(),
  active: z.boolean(),
  name: z.string(),
  created: z.number().default(0),
  description: text,
  images: z.array(z.string()).default([]),
  url: text,
  shippable: z.boolean().nullish(),
  metadata,
});

/** What is read of a price, with its product. */
export const price = z.object({
  id: z.string(),
  active: z.boolean(),
  created: z.number().default(0),
  currency: z.string(),
  nickname: text,
  unit_amount: z.number().nullish(),
  billing_scheme: z.string(),
  custom_unit_amount: z.unknown(),
  transform_quantity: z.unknown(),
  recurring: z
    .object({
      interval: z.string(),
      interval_count: z.number(),
      usage_type: z.string(),
      trial_period_days: z.number().nullish(),
    })
    .nullish(),
  metadata,
  product,
});

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();

/** What is read of a Checkout Session; what the buyer typed is not. */
export const session = z.object({
  id: z.string(),
  status: text,
  payment_status: z.string(),
  url: text,
  currency: text,
  amount_subtotal: z.number().nullish(),
  amount_total: z.number().nullish(),
  total_details: z
    .object({
      amount_discount: z.number(),
      amount_shipping: z.number().nullish(),
      amount_tax: z.number(),
    })
    .nullish(),
  payment_intent: reference,
  subscription: reference,
});

/** What is read of an event; its object is asked for anew. */
export const event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string().optional() }) }),
});

export type StripeProduct = z.output<typeof product>;
export type StripePrice = z.output<typeof price>;
export type StripeSession = z.output<typeof session>;

type Fits<Given extends Taken, Taken> = [Given, Taken];

/** Whatever the client's types allow is taken here: a newer client that says otherwise does not compile. */
export type Checked = [
  Fits<Stripe.Product, z.input<typeof product>>,
  Fits<Stripe.Price & { product: Stripe.Product }, z.input<typeof price>>,
  Fits<Stripe.Checkout.Session, z.input<typeof session>>,
];
