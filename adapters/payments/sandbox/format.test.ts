import { expect, test } from "vitest";
import type { Offer } from "../../../core/ports/payments.ts";
import { findRecurringCharge } from "./amounts.ts";
import { formatMoney, formatRecurringCharge, formatTerms } from "./format.ts";

const NOW = Date.parse("2026-11-21T15:00:00Z");
const createOffer = (overrides: Partial<Offer>): Offer => ({
  id: "a",
  product: "a",
  title: "A",
  amount: 1200,
  currency: "EUR",
  needsShipping: false,
  isAvailable: true,
  ...overrides,
});

test.each([
  [1200, "EUR", "€12.00"],
  [5, "USD", "$0.05"],
  [500, "JPY", "¥500"],
  [1234, "KWD", "KWD\u00a01.234"],
  [100_000, "HUF", "HUF\u00a01,000.00"],
  [12_345_678, "GBP", "£123,456.78"],
  [150, "ISK", "ISK\u00a0150"],
  [100, "AFN", "AFN\u00a01.00"],
])("formats %i minor units of %s as %s", (amount, currency, text) =>
  expect(formatMoney(amount, currency)).toBe(text),
);

test.each([
  ["One-time payment", createOffer({}), 1],
  ["€12.00 each", createOffer({}), 2],
  ["€12.00 a month", createOffer({ billing: { interval: "month", count: 1 } }), 1],
  ["€12.00 each every 3 months", createOffer({ billing: { interval: "month", count: 3 } }), 2],
  [
    "€12.00 a year after a 14-day trial",
    createOffer({ billing: { interval: "year", count: 1 }, trialDays: 14 }),
    1,
  ],
])("formats the terms of a line as %s", (text, offer, quantity) =>
  expect(formatTerms({ offer, quantity })).toBe(text),
);

test("describes the charges after today's", () => {
  const monthly = createOffer({ billing: { interval: "month", count: 1 } });
  expect(formatRecurringCharge([{ offer: createOffer({}), quantity: 1 }], NOW)).toBeUndefined();
  expect(formatRecurringCharge([{ offer: monthly, quantity: 2 }], NOW)).toBe(
    "Then €24.00 a month until canceled.",
  );
  expect(formatRecurringCharge([{ offer: { ...monthly, trialDays: 14 }, quantity: 1 }], NOW)).toBe(
    "Then €12.00 a month from 5 December 2026, when the 14-day trial ends, until canceled.",
  );
});

test("uses the shortest trial, and only if every recurring line has one", () => {
  const monthly = createOffer({ billing: { interval: "month", count: 1 } });
  const shortestTrial = (...days: (number | undefined)[]) =>
    findRecurringCharge(
      days.map((trialDays) => ({ offer: { ...monthly, trialDays }, quantity: 1 })),
    )?.trialDays;
  expect([shortestTrial(14), shortestTrial(14, 7), shortestTrial(14, undefined)]).toEqual([
    14,
    7,
    undefined,
  ]);
});
