import { expect, test } from "vitest";
import { formatMoney } from "./money.ts";

test.each([
  [1200, "EUR", "EUR 12.00"],
  [5, "USD", "USD 0.05"],
  [500, "JPY", "JPY 500"],
  [1234, "KWD", "KWD 1.234"],
  [12_345, "CLF", "CLF 1.2345"],
  // On some runtimes, `Intl` formats these without digits.
  [100_000, "HUF", "HUF 1000.00"],
  [12_345, "IDR", "IDR 123.45"],
])("formats %i %s as %s", (amount, currency, text) =>
  expect(formatMoney(amount, currency)).toBe(text),
);
