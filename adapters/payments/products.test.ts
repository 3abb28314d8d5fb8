import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_PRODUCTS, parseOffers } from "./products.ts";

const VALID_PRODUCT = { id: "a", title: "A", amount: 1200, currency: "EUR" };
const parse = (...products: unknown[]) => parseOffers(JSON.stringify({ products }));
const parseErrors = (...products: unknown[]) =>
  (parse(...products) as { problems: string[] }).problems;

describe("offersOf()", () => {
  test("takes the least that a product needs", () => {
    expect(parse(VALID_PRODUCT)).toEqual([
      {
        id: "a",
        product: "a",
        title: "A",
        amount: 1200,
        currency: "EUR",
        needsShipping: false,
        isAvailable: true,
      },
    ]);
  });

  test("takes all that a product can have", () => {
    const all = {
      ...VALID_PRODUCT,
      product: "p",
      description: "D",
      url: "/a.html",
      image: "https://cdn.example/a.png",
      billing: { interval: "month", count: 3 },
      trial_days: 14,
      shipping: true,
      available: false,
    };
    expect(parse(all)).toEqual([
      {
        ...VALID_PRODUCT,
        product: "p",
        description: "D",
        url: "/a.html",
        image: "https://cdn.example/a.png",
        billing: { interval: "month", count: 3 },
        trialDays: 14,
        needsShipping: true,
        isAvailable: false,
      },
    ]);
    expect(parse({ ...VALID_PRODUCT, billing: { interval: "year" } })).toMatchObject([
      { billing: { interval: "year", count: 1 } },
    ]);
  });

  test("keeps the order of the file, and takes an empty one, with a mark at its beginning", () => {
    expect(parse({ ...VALID_PRODUCT, id: "b" }, VALID_PRODUCT)).toMatchObject([
      { id: "b" },
      { id: "a" },
    ]);
    expect(parseOffers('\uFEFF{"products":[]}')).toEqual([]);
  });

  test.each([
    [
      { amount: 12.5 },
      "has 12.5 as its amount: it must be a whole number of the currency's smallest unit from 0 to 99999999: 18900 for €189, 500 for ¥500",
    ],
    [
      { amount: "1200" },
      'has "1200" as its amount: it must be a whole number of the currency\'s smallest unit from 0 to 99999999: 18900 for €189, 500 for ¥500',
    ],
    [
      { amount: -1 },
      "has -1 as its amount: it must be a whole number of the currency's smallest unit from 0 to 99999999: 18900 for €189, 500 for ¥500",
    ],
    [
      { currency: "eur" },
      'has "eur" as its currency: it must be a code of ISO 4217 in upper case, such as EUR',
    ],
    [
      { currency: "QQQ" },
      'has "QQQ" as its currency: it must be a code of ISO 4217 in upper case, such as EUR',
    ],
    [{ title: " " }, 'has " " as its title: it must be a text of 1 to 200 characters'],
    [{ title: undefined }, "has no title: it must be a text of 1 to 200 characters"],
    [
      { billing: "month" },
      'has "month" as its billing: it must be an object such as { "interval": "month" }, or left out where it is paid once',
    ],
    [
      { billing: { interval: "monthly" } },
      'has "monthly" as its billing.interval: it must be day, week, month or year',
    ],
    [
      { billing: { interval: "month", count: 0 } },
      "has 0 as its billing.count: it must be a whole number from 1: 3 with month for each quarter",
    ],
    [
      { billing: { interval: "month", every: 1 } },
      'has "every", which is no field of billing: there are interval, count',
    ],
    [
      { trial_days: 14 },
      "has 14 as its trial_days: it must be left out where there is no billing: only what is billed again can be tried first",
    ],
    [
      { billing: { interval: "month" }, trial_days: 1.5 },
      "has 1.5 as its trial_days: it must be a whole number of days from 1 to 730",
    ],
    [
      { url: "products/a.html" },
      'has "products/a.html" as its url: it must be a path of the site, such as /products/a.html, or an https URL',
    ],
    [
      { url: "//evil.example/" },
      'has "//evil.example/" as its url: it must be a path of the site, such as /products/a.html, or an https URL',
    ],
    [
      { image: "javascript:alert(1)" },
      'has "javascript:alert(1)" as its image: it must be a path of the site, such as /products/a.html, or an https URL',
    ],
    [
      { image: "http://cdn.example/a.png" },
      'has "http://cdn.example/a.png" as its image: it must be a path of the site, such as /products/a.html, or an https URL',
    ],
    [{ available: "no" }, 'has "no" as its available: it must be true or false'],
    [
      { price: 12 },
      'has "price", which is no field: there are id, product, title, description, url, image, amount, currency, billing, trial_days, shipping, available',
    ],
  ])("says what is wrong with %j", (invalid, message) =>
    expect(parseErrors({ ...VALID_PRODUCT, ...invalid })).toEqual([`product 1 (a) ${message}`]),
  );

  test("names a product without an id by its place", () => {
    expect(parseErrors(VALID_PRODUCT, { ...VALID_PRODUCT, id: "no spaces" }, 7)).toEqual([
      'product 2 (no spaces) has "no spaces" as its id: it must be 1 to 100 letters, digits and - . _ ~ without spaces',
      "product 3 must be an object",
    ]);
  });

  test("says which products have the same id", () => {
    expect(parseErrors(VALID_PRODUCT, { ...VALID_PRODUCT, id: "b" }, VALID_PRODUCT)).toEqual([
      "product 3 (a) has the id of product 1: each needs its own",
    ]);
  });

  test.each([["[]"], ["null"], ["{}"], ['{"products":{}}'], ['{"products":[],"shop":"x"}']])(
    "wants an object with a list: %s",
    (json) => {
      expect(parseOffers(json)).toEqual({
        problems: ['the file must be an object with "products", a list, and nothing else'],
      });
    },
  );

  test("says at most twenty mistakes, and how many more there are", () => {
    const errors = parseErrors(
      ...Array.from({ length: 30 }, (_, at) => ({ ...VALID_PRODUCT, id: `p${at}`, amount: 0.5 })),
    );
    expect([errors.length, errors[20]]).toEqual([21, "there are 10 more mistakes"]);
  });

  test("takes some thousand products, and no more", () => {
    const parseMany = (count: number) =>
      parse(...Array.from({ length: count }, (_, at) => ({ ...VALID_PRODUCT, id: `p${at}` })));
    expect(parseMany(MAX_PRODUCTS)).toHaveLength(MAX_PRODUCTS);
    expect(parseMany(MAX_PRODUCTS + 1)).toEqual({
      problems: ["the file has 5001 products: at most 5000 are taken"],
    });
  });
});

test("the demo shop's products say what its pages say", () => {
  const content = `${import.meta.dirname}/../content`;
  const offers = parseOffers(readFileSync(`${content}/demo-products.json`, "utf8"));
  if ("problems" in offers) throw new Error(offers.problems.join("\n"));
  expect(offers.map(({ id, amount }) => [id, amount])).toEqual([
    ["desk-license", 18900],
    ["desk-monthly-subscription", 1200],
    ["desk-yearly-subscription", 10800],
    ["desk-upgrade", 7900],
    ["sluice-monitor-controller", 34900],
    ["weir-converter", 62900],
    ["plumb-calibration-microphone", 9800],
    ["tally-loudness-meter", 26500],
    ["tether-cable-set", 4600],
  ]);
  for (const {
    id,
    title,
    url,
    image,
    amount,
    currency,
    billing,
    trialDays,
    needsShipping,
    isAvailable,
  } of offers) {
    const page = readFileSync(`${content}/demo${url}`, "utf8");
    const product = JSON.parse(
      /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page)![1]!,
    );
    expect([
      product.sku,
      product.image,
      product.offers.url,
      product.offers.price,
      product.offers.priceCurrency,
    ]).toEqual([id, image, url, (amount / 100).toFixed(2), currency]);
    expect(product.offers.availability).toBe(
      `https://schema.org/${isAvailable ? "InStock" : "SoldOut"}`,
    );
    expect(product.offers.priceSpecification?.billingDuration).toBe(
      billing && { month: "P1M", year: "P1Y", day: "P1D", week: "P1W" }[billing.interval],
    );
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page.includes("<dt>Free trial</dt><dd>14 days</dd>")).toBe(trialDays === 14);
    expect(page.includes("you enter a shipping address at checkout")).toBe(needsShipping);
    readFileSync(`${content}/demo${image}`);
  }
});
