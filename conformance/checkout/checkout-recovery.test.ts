import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "../../core/ports/checkout-store.ts";
import { newCheckoutId } from "../../core/site/checkout/checkout.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  readCheckout,
} from "../../core/site/checkout/checkout-service.ts";
import type { Commerce } from "../../core/site/checkout/commerce.ts";
import { runIdempotently } from "../../core/site/checkout/idempotency.ts";
import { createFixtureCommerce, type FixtureCommerce } from "./commerce.ts";

const REQUESTED = [{ offer: "desk-license", quantity: 1 }];
const signal = new AbortController().signal;

let fixture: FixtureCommerce;
beforeEach(async () => {
  fixture = await createFixtureCommerce();
});

/** Creates a checkout with an idempotency key, as an operation does. */
const createWithKey = (key: string, commerce: Commerce = fixture.commerce) =>
  runIdempotently(
    { ...commerce, signal },
    {
      identity: "someone",
      path: "createCheckout",
      key,
      request: REQUESTED,
      whileInProgress: "wait",
    },
    async (id) => (await openCheckout(commerce, id, REQUESTED)).id,
  );

const rejectWith = (message: string) => () => Promise.reject(new Error(message));

describe("a crash while a checkout is created", () => {
  it.each(["addCheckout", "saveCheckout", "completeClaim"] as const)(
    "in %s loses nothing and opens no second page",
    async (method) => {
      const { commerce, payments, checkoutStore } = fixture;
      const failing = {
        ...commerce,
        checkoutStore: { ...checkoutStore, [method]: rejectWith("power failure") },
      };
      await expect(createWithKey("k", failing)).rejects.toThrow("power failure");
      const { checkout } = await createWithKey("k");
      expect(await readCheckout(commerce, checkout)).toMatchObject({ state: "open" });
      expect(payments.openedCount).toBe(1);
    },
  );

  it("blocks the key until the claim expires if the claim isn't released", async () => {
    const { commerce, payments, checkoutStore, clock } = fixture;
    const failingStorage = {
      ...checkoutStore,
      saveCheckout: rejectWith("power failure"),
      releaseClaim: rejectWith("power failure"),
    };
    await expect(
      createWithKey("k", { ...commerce, checkoutStore: failingStorage }),
    ).rejects.toThrow("power failure");
    clock.now += 61_000;
    await createWithKey("k");
    expect(payments.openedCount).toBe(1);
  });

  it("before the page opens is repaired by the next read", async () => {
    const { commerce, payments } = fixture;
    const id = newCheckoutId();
    const unreachable = { ...payments, openPayment: rejectWith("connection lost") };
    await expect(
      openCheckout({ ...commerce, payments: unreachable }, id, REQUESTED),
    ).rejects.toThrow();
    expect(await readCheckout(commerce, id)).toMatchObject({
      state: "open",
      url: expect.stringContaining("/pay/"),
    });
  });
});

describe.each([
  {
    name: "a change",
    apply: (commerce: Commerce, id: string) =>
      changeCheckout(commerce, id, [{ offer: "desk-license", quantity: 2 }]),
    after: { state: "open", lines: [{ quantity: 2 }] },
  },
  { name: "a cancellation", apply: cancelCheckout, after: { state: "canceled" } },
])("$name", ({ apply, after }) => {
  it("is completed by a concurrent read after the page has closed", async () => {
    const { commerce, payments } = fixture;
    const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const reads: Checkout[] = [];
    const interleaved = {
      ...payments,
      closePayment: async (payment: string) => {
        const closed = await payments.closePayment(payment);
        reads.push(await readCheckout(commerce, id));
        return closed;
      },
    };
    await apply({ ...commerce, payments: interleaved }, id);
    expect(reads[0]).toMatchObject(after);
    expect(await readCheckout(commerce, id)).toMatchObject(after);
  });

  it("is completed by the next read after a crash", async () => {
    const { commerce, payments } = fixture;
    const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const failing = {
      ...payments,
      closePayment: async (payment: string) => {
        await payments.closePayment(payment);
        throw new Error("power failure");
      },
    };
    await expect(apply({ ...commerce, payments: failing }, id)).rejects.toThrow("power failure");
    expect(await readCheckout(commerce, id)).toMatchObject(after);
  });
});
