import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { assertRetryAfter } from "./rate-limit.ts";

/** What listing the products must do. */
export const listProducts: CasesOf<"listProducts"> = [
  {
    it: "lists what is for sale with prices that were just verified",
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
        "each offer has an id of its own",
      );
    },
  },
  {
    it: "says of each offer what it costs, when, and whether it can be had",
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
    it: "refuses an input, for it takes none",
    mockSkipReason: "the document can't say that other names are refused",
    input: { ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    input: {},
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    input: {},
    status: 500,
    problem: "internal",
  },
  {
    it: "gives no old price when the payment provider can't be reached",
    fault: 503,
    input: {},
    status: 503,
    problem: "payments_unavailable",
  },
];
