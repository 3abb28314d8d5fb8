import { resolve } from "node:path";
import { z } from "zod";
import { isLoopback } from "../../core/index.ts";
import { readOffers } from "../payments/products-file.ts";
import { type CountryList, DEFAULT_COUNTRIES, isCountry } from "../payments/stripe/countries.ts";
import { explainNotUrl, isHttpUrl, list, ON_OFF } from "./schemas.ts";

const shipsTo: z.ZodType<CountryList, string> = list(
  /^[a-z]{2}$/i,
  "a country's code of two letters",
).transform((codes, { addIssue }): CountryList => {
  const countries = codes.map((code) => code.toUpperCase());
  if (countries.length === 0) addIssue("names no country");
  for (const country of countries)
    if (!isCountry(country))
      addIssue(
        `has ${country}, which is no country that Stripe takes an address in${country === "UK" ? "; the United Kingdom is GB" : ""}`,
      );
  return [...new Set(countries.filter(isCountry))];
});

/** What is for sale, and who takes the money. */
export const COMMERCE_SETTINGS = {
  SITE_SHIPS_TO: {
    schema: shipsTo,
    value: "countries",
    help: `the countries that you ship to, as ISO 3166 codes separated by commas. Default: ${DEFAULT_COUNTRIES.join(",")}`,
  },
  STRIPE_SECRET_KEY: {
    // What is wrong with a secret is said without it.
    schema: z
      .string()
      .regex(
        /^(sk|rk)_(test|live)_\w{1,250}$/,
        "is no secret or restricted key of Stripe's: they begin with rk_live_, rk_test_, sk_live_ or sk_test_",
      ),
    value: "key",
    help: "a restricted API key of your Stripe account, whose prices become the site's products. The documentation (commerce.md) lists the permissions that it needs",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(
        /^whsec_[\w+/=-]{1,250}$/,
        "is no signing secret of a webhook endpoint of Stripe's: they begin with whsec_",
      ),
    value: "secret",
    help: "the signing secret of your Stripe webhook endpoint. Default: Jackfield rejects webhooks and checks a payment when its checkout is read",
  },
  STRIPE_API_URL: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.parse(text);
      const isSafeUrl =
        url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
      if (!url || !isSafeUrl || url.href !== `${url.origin}/`)
        addIssue(
          "is no origin that a key may be sent to: https://, or http:// on this machine, and nothing after the host",
        );
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "a replacement for Stripe's API, for tests. Default: Stripe's API",
  },
  SITE_TERMS: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "the URL of the terms of sale, linked from checkouts",
  },
  SITE_PRIVACY: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "the URL of the privacy policy, linked from checkouts",
  },
  SITE_PRODUCTS: {
    schema: z.string().transform((path, { addIssue }) => {
      const offers = readOffers(resolve(path));
      if ("problems" in offers)
        for (const problem of offers.problems) addIssue(`is ${path}: ${problem}`);
      return resolve(path);
    }),
    value: "file",
    help: "a JSON file of products to sell in the sandbox. Jackfield reads it again when it changes. Default: the products of the demo shop, if it is served",
  },
  UCP_PROFILE_CHECK: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether to fetch and verify the profiles of UCP platforms. Default: on, or off if SITE_URL is on this machine",
  },
} as const;
