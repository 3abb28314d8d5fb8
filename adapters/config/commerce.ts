import { resolve } from "node:path";
import { z } from "zod";
import { readOffers } from "../payments/products-file.ts";
import { PROVIDER_SETTINGS } from "../payments/providers.ts";
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
  ...PROVIDER_SETTINGS,
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
