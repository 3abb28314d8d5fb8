import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_PRODUCTS, parseOffers } from "./products.ts";

const VALID_PRODUCT = { id: "a", title: "A", amount: 1200, currency: "EUR" };
const parse = (...products: unknown[]) => parseOffers(JSON.stringify({ products }));
const parseErrors = (...products: unknown[]) =>
  (parse(...products) as { problems: string[] }).problems;

describe("parseOffers", () => {
  test("accepts a product with only the required fields", () => {
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

  test("accepts a product with all fields", () => {
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

  test("keeps the order of the file, and accepts an empty list and a byte order mark", () => {
    expect(parse({ ...VALID_PRODUCT, id: "b" }, VALID_PRODUCT)).toMatchObject([
      { id: "b" },
      { id: "a" },
    ]);
    expect(parseOffers('\uFEFF{"products":[]}')).toEqual([]);
  });

  test.each([
    [
      { amount: 12.5 },
      "amount is 12.5 (expected a whole number from 0 to 99999999 in the smallest currency unit, such as 18900 for €189 or 500 for ¥500)",
    ],
    [
      { amount: "1200" },
      'amount is "1200" (expected a whole number from 0 to 99999999 in the smallest currency unit, such as 18900 for €189 or 500 for ¥500)',
    ],
    [
      { amount: -1 },
      "amount is -1 (expected a whole number from 0 to 99999999 in the smallest currency unit, such as 18900 for €189 or 500 for ¥500)",
    ],
    [{ currency: "eur" }, 'currency is "eur" (expected an uppercase ISO 4217 code such as EUR)'],
    [{ currency: "QQQ" }, 'currency is "QQQ" (expected an uppercase ISO 4217 code such as EUR)'],
    [{ title: " " }, 'title is " " (expected text of 1 to 200 characters)'],
    [{ title: undefined }, "title is missing (expected text of 1 to 200 characters)"],
    [
      { billing: "month" },
      'billing is "month" (expected an object such as { "interval": "month" }, or nothing for a one-time price)',
    ],
    [
      { billing: { interval: "monthly" } },
      'billing.interval is "monthly" (expected day, week, month or year)',
    ],
    [
      { billing: { interval: "month", count: 0 } },
      "billing.count is 0 (expected a whole number from 1 to 1095, such as 3 with month for quarterly billing)",
    ],
    [
      { billing: { interval: "month", every: 1 } },
      'unknown field "every" in billing (allowed: interval, count)',
    ],
    [{ trial_days: 14 }, "trial_days is 14 (expected no trial without billing)"],
    [
      { billing: { interval: "month" }, trial_days: 1.5 },
      "trial_days is 1.5 (expected a whole number of days from 1 to 730)",
    ],
    [
      { url: "products/a.html" },
      'url is "products/a.html" (expected an https URL or a path of the site such as /products/a.html)',
    ],
    [
      { url: "//evil.example/" },
      'url is "//evil.example/" (expected an https URL or a path of the site such as /products/a.html)',
    ],
    [
      { image: "javascript:alert(1)" },
      'image is "javascript:alert(1)" (expected an https URL or a path of the site such as /products/a.html)',
    ],
    [
      { image: "http://cdn.example/a.png" },
      'image is "http://cdn.example/a.png" (expected an https URL or a path of the site such as /products/a.html)',
    ],
    [{ available: "no" }, 'available is "no" (expected true or false)'],
    [
      { price: 12 },
      'unknown field "price" (allowed: id, product, title, description, url, image, amount, currency, billing, trial_days, shipping, available)',
    ],
  ])("explains what is wrong with %j", (invalid, message) =>
    expect(parseErrors({ ...VALID_PRODUCT, ...invalid })).toEqual([`product 1 (a): ${message}`]),
  );

  test("identifies a product without a valid id by its position", () => {
    expect(parseErrors(VALID_PRODUCT, { ...VALID_PRODUCT, id: "no spaces" }, 7)).toEqual([
      'product 2 (no spaces): id is "no spaces" (expected 1 to 100 letters, digits and - . _ ~)',
      "product 3 is not an object",
    ]);
  });

  test("reports products with the same id", () => {
    expect(parseErrors(VALID_PRODUCT, { ...VALID_PRODUCT, id: "b" }, VALID_PRODUCT)).toEqual([
      "product 3 (a) has the same id as product 1",
    ]);
  });

  test.each([["[]"], ["null"], ["{}"], ['{"products":{}}'], ['{"products":[],"shop":"x"}']])(
    "rejects %s because it is not an object with only a list of products",
    (json) => {
      expect(parseOffers(json)).toEqual({
        problems: ['the file must be an object that contains only "products", a list'],
      });
    },
  );

  test("reports at most twenty problems and the number of others", () => {
    const errors = parseErrors(
      ...Array.from({ length: 30 }, (_, at) => ({ ...VALID_PRODUCT, id: `p${at}`, amount: 0.5 })),
    );
    expect([errors.length, errors[20]]).toEqual([21, "there are 10 more problems"]);
  });

  test("accepts up to 5,000 products", () => {
    const parseMany = (count: number) =>
      parse(...Array.from({ length: count }, (_, at) => ({ ...VALID_PRODUCT, id: `p${at}` })));
    expect(parseMany(MAX_PRODUCTS)).toHaveLength(MAX_PRODUCTS);
    expect(parseMany(MAX_PRODUCTS + 1)).toEqual({
      problems: ["the file has 5001 products, and the maximum is 5000"],
    });
  });
});

test("the demo shop's products match its pages", () => {
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
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page)![1]!,
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
