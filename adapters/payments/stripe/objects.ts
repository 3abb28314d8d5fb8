import type Stripe from "stripe";
import { z } from "zod";

const metadataSchema = z.record(z.string(), z.string()).default({});
const textSchema = z.string().nullish();

/** The fields of a product that Jackfield uses. */
export const productSchema = z.object({
  id: z.string(),
  active: z.boolean(),
  name: z.string(),
  created: z.number().default(0),
  description: textSchema,
  images: z.array(z.string()).default([]),
  url: textSchema,
  shippable: z.boolean().nullish(),
  metadata: metadataSchema,
});

/** The fields of a price, with its expanded product. */
export const priceSchema = z.object({
  id: z.string(),
  active: z.boolean(),
  created: z.number().default(0),
  currency: z.string(),
  nickname: textSchema,
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
  metadata: metadataSchema,
  product: productSchema,
});

const referenceSchema = z.union([z.string(), z.object({ id: z.string() })]).nullish();

/** The fields of a Checkout Session. Buyer details are dropped. */
export const sessionSchema = z.object({
  id: z.string(),
  status: textSchema,
  payment_status: z.string(),
  url: textSchema,
  currency: textSchema,
  amount_subtotal: z.number().nullish(),
  amount_total: z.number().nullish(),
  total_details: z
    .object({
      amount_discount: z.number(),
      amount_shipping: z.number().nullish(),
      amount_tax: z.number(),
    })
    .nullish(),
  payment_intent: referenceSchema,
  subscription: referenceSchema,
});

/** The fields of an event. Its object may be outdated, so only the ID is used. */
export const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string().optional() }) }),
});

export type StripeProduct = z.output<typeof productSchema>;
export type StripePrice = z.output<typeof priceSchema>;
export type StripeSession = z.output<typeof sessionSchema>;

type Extends<Actual extends Expected, Expected> = [Actual, Expected];

/** Fails to compile if the types of the Stripe client allow a value that the schemas reject. */
export type SchemaChecks = [
  Extends<Stripe.Product, z.input<typeof productSchema>>,
  Extends<Stripe.Price & { product: Stripe.Product }, z.input<typeof priceSchema>>,
  Extends<Stripe.Checkout.Session, z.input<typeof sessionSchema>>,
];
