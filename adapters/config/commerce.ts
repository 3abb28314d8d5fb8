import { resolve } from "node:path";
import { z } from "zod";
import { isLoopback } from "../../core/lib/kit/loopback.ts";
import { readOffers } from "../payments/products-file.ts";
import { type CountryList, DEFAULT_COUNTRIES, isCountry } from "../payments/stripe/countries.ts";
import { explainNotUrl, isHttpUrl, list, ON_OFF } from "./schemas.ts";

const shipsTo: z.ZodType<CountryList, string> = list(
  /^[a-z]{2}$/i,
  "a two-letter country code",
).transform((codes, { addIssue }): CountryList => {
  const countries = codes.map((code) => code.toUpperCase());
  if (countries.length === 0) addIssue("must name at least one country");
  for (const country of countries)
    if (!isCountry(country))
      addIssue(
        `contains "${country}", which is not a country that Stripe ships to${country === "UK" ? ". The code of the United Kingdom is GB" : ""}`,
      );
  return [...new Set(countries.filter(isCountry))];
});

/** Settings of products and payments. */
export const COMMERCE_SETTINGS = {
  SITE_SHIPS_TO: {
    schema: shipsTo,
    value: "countries",
    help: "The countries to ship to, as ISO 3166 codes separated by commas.",
    default: `${DEFAULT_COUNTRIES.join(",")}`,
  },
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
  SITE_TERMS: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "The terms of sale that checkouts link to.",
  },
  SITE_PRIVACY: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "The privacy policy that checkouts link to.",
  },
  SITE_PRODUCTS: {
    schema: z.string().transform((path, { addIssue }) => {
      const offers = readOffers(resolve(path));
      if ("problems" in offers)
        for (const problem of offers.problems) addIssue(`is "${path}": ${problem}`);
      return resolve(path);
    }),
    value: "file",
    help: "A JSON file with the products that the sandbox sells. Jackfield reloads it when it changes.",
    default: "the products of the demo shop if its pages are served",
  },
  UCP_PROFILE_CHECK: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether to fetch and verify the profiles of UCP platforms before answering their requests.",
    default: "on, or off if SITE_URL is a loopback address",
  },
} as const;
