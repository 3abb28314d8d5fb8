import { expect, test } from "vitest";
import type { Offer } from "../../../core/ports/payments.ts";
import { againOf } from "./amounts.ts";
import { money, termsOfLine, whatFollows } from "./words.ts";

const NOW = Date.parse("2026-11-21T15:00:00Z");
const offer = (parts: Partial<Offer>): Offer => ({
  id: "a",
  product: "a",
  title: "A",
  amount: 1200,
  currency: "EUR",
  needsShipping: false,
  isAvailable: true,
  ...parts,
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
])("%i of %s are %s", (amount, currency, text) => expect(money(amount, currency)).toBe(text));

test.each([
  [offer({}), 1, "Paid once"],
  [offer({}), 2, "€12.00 each"],
  [offer({ billing: { interval: "month", count: 1 } }), 1, "€12.00 a month"],
  [offer({ billing: { interval: "month", count: 3 } }), 2, "€12.00 each every 3 months"],
  [
    offer({ billing: { interval: "year", count: 1 }, trialDays: 14 }),
    1,
    "€12.00 a year after a 14-day trial",
  ],
])("the terms of a line", (offer, quantity, text) =>
  expect(termsOfLine({ offer, quantity })).toBe(text),
);

test("what follows on today's payment", () => {
  const monthly = offer({ billing: { interval: "month", count: 1 } });
  expect(whatFollows([{ offer: offer({}), quantity: 1 }], NOW)).toBeUndefined();
  expect(whatFollows([{ offer: monthly, quantity: 2 }], NOW)).toBe(
    "Then €24.00 a month, until it is cancelled.",
  );
  expect(whatFollows([{ offer: { ...monthly, trialDays: 14 }, quantity: 1 }], NOW)).toBe(
    "Then €12.00 a month from 5 December 2026, when the 14-day trial is over, until it is cancelled.",
  );
});

test("a trial counts only where all that is billed again may be tried, and for the shortest time", () => {
  const monthly = offer({ billing: { interval: "month", count: 1 } });
  const trials = (...days: (number | undefined)[]) =>
    againOf(days.map((trialDays) => ({ offer: { ...monthly, trialDays }, quantity: 1 })))
      ?.trialDays;
  expect([trials(14), trials(14, 7), trials(14, undefined)]).toEqual([14, 7, undefined]);
});
