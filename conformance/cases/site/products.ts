import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";

/** What listing the products must do. */
export const listProducts: CasesOf<"listProducts"> = [
  {
    it: "lists what is for sale with prices that were just verified",
    send: {},
    status: 200,
    check({ value: { offers, verified_at } }) {
      assert.ok(Math.abs(Date.now() - Date.parse(verified_at)) < 60_000, `verified at ${verified_at}`);
      assert.equal(new Set(offers.map(({ id }) => id)).size, offers.length, "each offer has an id of its own");
    },
  },
];
