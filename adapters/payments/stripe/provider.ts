import { z } from "zod";
import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { ProviderDefinition } from "../provider.ts";

const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: {
    // Error messages never contain a secret.
    schema: z
      .string()
      .regex(
        /^(sk|rk)_(test|live)_\w{1,250}$/,
        "is not a Stripe secret key or restricted key. They begin with rk_live_, rk_test_, sk_live_ or sk_test_",
      ),
    value: "key",
    help: "A restricted key of your Stripe account. Jackfield sells its prices through Stripe Checkout. The documentation (commerce.md) lists the permissions that the key needs.",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(
        /^whsec_[\w+/=-]{1,250}$/,
        "is not the signing secret of a Stripe webhook endpoint. They begin with whsec_",
      ),
    value: "secret",
    help: "The signing secret of your Stripe webhook endpoint.",
    default: "webhooks are rejected, and payments are detected by polling",
  },
  STRIPE_API_URL: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.parse(text);
      const isSafeUrl =
        url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
      if (!url || !isSafeUrl || url.href !== `${url.origin}/`)
        addIssue(
          "must be an https origin, or an http origin on a loopback address, without a path",
        );
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "The URL of a Stripe API mock, for tests.",
    default: "Stripe's API",
  },
};

export const stripe: ProviderDefinition<typeof STRIPE_SETTINGS> = {
  label: "Stripe",
  selectedBy: "STRIPE_SECRET_KEY",
  settings: STRIPE_SETTINGS,
  async open(values, { shipsTo, log }) {
    const { createStripePayments } = await import("../stripe.ts");
    return createStripePayments({
      key: requireValue(values.STRIPE_SECRET_KEY, "STRIPE_SECRET_KEY"),
      webhookSecret: values.STRIPE_WEBHOOK_SECRET,
      apiUrl: values.STRIPE_API_URL,
      shipsTo,
      log,
    });
  },
  async diagnose(values, context) {
    const { diagnoseStripe } = await import("./diagnose.ts");
    return diagnoseStripe(
      {
        key: requireValue(values.STRIPE_SECRET_KEY, "STRIPE_SECRET_KEY"),
        webhookSecret: values.STRIPE_WEBHOOK_SECRET,
        apiUrl: values.STRIPE_API_URL,
      },
      context,
    );
  },
};
