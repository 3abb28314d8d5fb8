import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { assertRetryAfter } from "./limiter-outage.ts";

/** Listing the products. */
export const listProducts: CasesOf<"listProducts"> = [
  {
    it: "lists the offers with prices that were verified just now",
    input: {},
    status: 200,
    check({ value: { offers, verified_at } }) {
      assert.ok(
        Math.abs(Date.now() - Date.parse(verified_at)) < 60_000,
        `verified at ${verified_at}`,
      );
      assert.equal(
        new Set(offers.map(({ id }) => id)).size,
        offers.length,
        "two offers have the same ID",
      );
    },
  },
  {
    it: "returns the price, terms and availability of each offer",
    requires: "fixture",
    input: {},
    status: 200,
    check({ value: { offers } }, { urlFor }) {
      const offer = (id: string) => offers.find((each) => each.id === id);
      assert.deepEqual(offer("reel-tape"), {
        id: "reel-tape",
        product: "reel-tape",
        title: "Reel of tape",
        description: "A thousand meters.",
        url: urlFor("/guide/tape-heads.html"),
        price: { amount: 2490, currency: "EUR" },
        needs_shipping: true,
        available: true,
        terms: "EUR 24.90, once",
      });
      assert.deepEqual(
        [offer("desk-monthly")?.billing, offer("desk-monthly")?.trial_days],
        [{ unit: "month", count: 1 }, 14],
      );
      assert.deepEqual(
        ["desk-monthly", "desk-quarterly", "oscillator"].map((id) => offer(id)?.terms),
        [
          "EUR 12.00 a month, after a free trial of 14 days",
          "EUR 33.00 every 3 months",
          "JPY 50000, once",
        ],
      );
      assert.equal(offer("valve")?.available, false);
    },
  },
  {
    it: "rejects unknown fields",
    mockSkipReason: "the document can't declare that unknown fields are rejected",
    input: { ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    input: {},
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "reveals nothing about an unexpected error",
    fault: 500,
    input: {},
    status: 500,
    problem: "internal",
  },
  {
    it: "returns 503 instead of old prices while the payment provider is unavailable",
    fault: 503,
    input: {},
    status: 503,
    problem: "payments_unavailable",
  },
];
