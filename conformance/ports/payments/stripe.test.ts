import { describe, expect, it } from "vitest";
import { definePaymentsSuite } from "../payments.ts";
import { formatTitle, RUNTIMES, runProgram } from "../runtimes.ts";
import { createStripeFixture } from "./stripe-fixture.ts";

definePaymentsSuite("stripe", createStripeFixture);

/** The Stripe provider needs no permission to write files or to run programs. */
const RESTRICTED_DENO = [
  "deno",
  "run",
  "--allow-net",
  "--allow-read",
  "--allow-env",
  "--node-modules-dir=manual",
];

const EXPECTED_CHECKS = [
  "lists the offers",
  "opens one page for each key",
  "returns the payment state",
  "verifies webhook signatures",
  "never follows a redirect",
  "times out",
];

describe("the Stripe provider", () => {
  for (const { name, skipReason } of RUNTIMES) {
    it.skipIf(skipReason)(
      formatTitle(`passes its checks on ${name}`, skipReason),
      async () => {
        const { lines, errors, code } = await runProgram(
          name,
          "payments/stripe-run.ts",
          name === "deno" ? { command: RESTRICTED_DENO } : {},
        );
        expect(
          lines.map((line) => JSON.parse(line)),
          errors,
        ).toEqual(EXPECTED_CHECKS);
        expect([code, errors]).toEqual([0, ""]);
      },
      60_000,
    );
  }
});
