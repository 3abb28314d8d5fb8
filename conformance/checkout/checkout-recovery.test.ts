import { beforeEach, describe, expect, it } from "vitest";
import { Problem } from "../../core/http/problem.ts";
import type { Checkout } from "../../core/ports/stores/checkout-store.ts";
import { newCheckoutId } from "../../core/site/checkout/checkout.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  readCheckout,
} from "../../core/site/checkout/checkout-service.ts";
import type { Commerce } from "../../core/site/checkout/commerce.ts";
import { runIdempotently } from "../../core/site/checkout/idempotency.ts";
import { handlePaymentEvent } from "../../core/site/checkout/payment-events.ts";
import type { ProtocolContext } from "../../core/site/contract.ts";
import { acpMiddleware } from "../../core/site/protocols/acp/middleware.ts";
import { createFixtureCommerce, type FixtureCommerce } from "../fixtures/payments.ts";

describe("checkout recovery", () => {
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
        protocol: "http",
        identity: "someone",
        path: "createCheckout",
        key,
        request: REQUESTED,
        differentRequest: "conflict",
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
});

describe("payment events", () => {
  const REQUESTED = [{ offer: "desk-license", quantity: 1 }];

  let fixture: FixtureCommerce;
  beforeEach(async () => {
    fixture = await createFixtureCommerce();
  });

  describe("handlePaymentEvent", () => {
    it.each([
      { when: "that arrives twice", events: ["evt_1", "evt_1"] },
      { when: "that arrives after another event", events: ["evt_0", "evt_1"] },
    ])("completes the checkout once for an event $when", async ({ events }) => {
      const { commerce, checkoutStore, endPayment } = fixture;
      const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
      await endPayment(payment!, "paid");
      for (const event of events)
        await handlePaymentEvent(commerce, { id: event, payment: payment! });
      expect(await checkoutStore.findCheckout(id)).toMatchObject({
        state: "completed",
        version: 3,
      });
    });

    it("handles the next delivery of an event after a failure", async () => {
      const { commerce, payments, checkoutStore, endPayment } = fixture;
      const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
      await endPayment(payment!, "paid");
      const unreachable = {
        ...payments,
        findPayment: () => Promise.reject(new Error("connection lost")),
      };
      const event = { id: "evt_1", payment: payment! };
      await expect(
        handlePaymentEvent({ ...commerce, payments: unreachable }, event),
      ).rejects.toThrow("connection lost");
      await handlePaymentEvent(commerce, event);
      expect(await checkoutStore.findCheckout(id)).toMatchObject({ state: "completed" });
    });
  });
});

const input = {
  name: "createAcpCheckout",
  method: "POST",
  path: {},
  query: {},
  headers: { "api-version": "2026-04-17", "idempotency-key": "k" },
  body: {},
};

describe("acpMiddleware", () => {
  it("doesn't store a temporary error under the idempotency key", async () => {
    const { commerce } = await createFixtureCommerce();
    const context = {
      site: commerce.site,
      commerce,
      identity: "someone",
      signal: new AbortController().signal,
    } as unknown as ProtocolContext;
    const inProgress = acpMiddleware(input, context, () =>
      Promise.reject(new Problem("request_in_flight", "Stripe is still opening this checkout.")),
    );
    await expect(inProgress).rejects.toMatchObject({ code: "request_in_flight" });
    const retry = await acpMiddleware(input, context, async () => ({ status: 201, body: {} }));
    expect(retry).toMatchObject({ status: 201 });
  });
});
