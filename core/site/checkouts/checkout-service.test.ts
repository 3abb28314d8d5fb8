import { beforeEach, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../../conformance/fixtures/memory-store.ts";
import { createFixturePayments } from "../../../conformance/fixtures/payments.ts";
import type { Checkout, CheckoutStore } from "../../ports/checkout-store.ts";
import type { Order, Payment } from "../../ports/payments.ts";
import { Problem } from "../../problem.ts";
import { newCheckoutId } from "../domain/checkout.ts";
import { cancelCheckout, changeCheckout, openCheckout, readCheckout } from "./checkout-service.ts";
import type { Commerce } from "./commerce.ts";
import { runIdempotently } from "./idempotency.ts";
import { handlePaymentEvent } from "./payment-events.ts";

const ORIGIN = "http://shop.example";
const REQUESTED = [{ offer: "desk-license", quantity: 1 }];
const HOUR = 3_600_000;

let payments: ReturnType<typeof createFixturePayments>;
let storage: CheckoutStore;
let now: number;
let commerce: Commerce;
beforeEach(async () => {
  payments = createFixturePayments(ORIGIN);
  storage = await createMemoryStore();
  now = Date.now();
  commerce = {
    payments,
    storage,
    now: () => now,
    site: { origin: ORIGIN, name: "Shop", description: "", notOffered: [] },
  };
});

const signal = new AbortController().signal;
/** Creates by key, as an operation does. */
const createWithKey = (key: string, deps: Commerce = commerce) =>
  runIdempotently(
    { ...deps, signal },
    {
      identity: "someone",
      path: "createCheckout",
      key,
      request: REQUESTED,
      whileInProgress: "wait",
    },
    async (id) => (await openCheckout(deps, id, REQUESTED)).id,
  );

/** Has the provider bring a payment to an end. */
const endPayment = async (payment: string, state: Payment["state"]) => {
  const [page] = payments.pages!;
  await page!.methods["POST"]!({
    parameters: {},
    form: new Map([
      ["payment", payment],
      ["state", state],
    ]),
  });
};

test("what can be no checkout's id is not looked for", async () => {
  const unreadable = {
    ...storage,
    findCheckout: () => Promise.reject(new Error("PostgreSQL takes no NUL")),
  };
  await expect(readCheckout({ ...commerce, storage: unreadable }, "chk_\0")).rejects.toMatchObject({
    code: "checkout_not_found",
  });
});

describe("a crash", () => {
  test.each(["addCheckout", "saveCheckout", "completeClaim"] as const)(
    "at %s loses nothing and opens no second page",
    async (broken) => {
      const failing = {
        ...commerce,
        storage: { ...storage, [broken]: () => Promise.reject(new Error("the power is out")) },
      };
      await expect(createWithKey("k", failing)).rejects.toThrow("the power is out");
      const { checkout } = await createWithKey("k");
      expect(await readCheckout(commerce, checkout)).toMatchObject({ state: "open" });
      expect(payments.openedCount).toBe(1);
    },
  );

  test("that leaves the claim behind holds the key up until the claim has run out", async () => {
    const failingStorage = {
      ...storage,
      saveCheckout: () => Promise.reject(new Error("the power is out")),
      releaseClaim: () => Promise.reject(new Error("the power is out")),
    };
    await expect(createWithKey("k", { ...commerce, storage: failingStorage })).rejects.toThrow(
      "the power is out",
    );
    now += 61_000;
    await createWithKey("k");
    expect(payments.openedCount).toBe(1);
  });

  test("before the page was open is made up for by whoever reads the checkout", async () => {
    const id = newCheckoutId();
    await expect(
      openCheckout(
        {
          ...commerce,
          payments: {
            ...payments,
            openPayment: () => Promise.reject(new Error("the line is dead")),
          },
        },
        id,
        REQUESTED,
      ),
    ).rejects.toThrow();
    expect(await readCheckout(commerce, id)).toMatchObject({
      state: "open",
      url: expect.stringContaining("/pay/"),
    });
  });
});

describe("a change", () => {
  test("closes the page that there was and opens another", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const after = await changeCheckout(commerce, before.id, [
      { offer: "desk-license", quantity: 2 },
    ]);
    expect(after).toMatchObject({
      id: before.id,
      state: "open",
      expires: before.expires,
      amounts: { total: 37800 },
    });
    expect(after.url).not.toBe(before.url);
    expect((await payments.findPayment(before.payment!))!.state).toBe("closed");
  });

  test("of nothing leaves the page as it is", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    expect(await changeCheckout(commerce, before.id, REQUESTED)).toEqual(before);
  });

  test("is refused once the buyer has paid, though nobody had noticed", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const open = (await payments.findPayment(before.payment!))!;
    await endPayment(before.payment!, "paid");
    let calls = 0;
    const paidMeanwhile = {
      ...payments,
      findPayment: async (id: string) => (calls++ === 0 ? open : payments.findPayment(id)),
    };
    await expect(
      changeCheckout({ ...commerce, payments: paidMeanwhile }, before.id, [
        { offer: "desk-license", quantity: 2 },
      ]),
    ).rejects.toMatchObject({ code: "checkout_final" });
    expect(await storage.findCheckout(before.id)).toMatchObject({
      state: "completed",
      lines: [{ quantity: 1 }],
    });
    expect(await storage.findCheckout(before.id)).not.toHaveProperty("next");
  });

  test("that the provider refuses leaves the checkout with what it had, and a page to pay on", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const rejecting = {
      ...payments,
      openPayment: (order: Order) =>
        order.lines[0]!.quantity > 1
          ? Promise.reject(new Problem("invalid_input", "The sum is too large."))
          : payments.openPayment(order),
    };
    await expect(
      changeCheckout({ ...commerce, payments: rejecting }, id, [
        { offer: "desk-license", quantity: 2 },
      ]),
    ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await readCheckout({ ...commerce, payments: rejecting }, id)).toMatchObject({
      state: "open",
      lines: [{ quantity: 1 }],
      url: expect.stringContaining("/pay/"),
    });
  });

  test("is refused where there is no time left for another page; the one that there is stays open", async () => {
    const { id, url } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    now += 22.6 * HOUR;
    await expect(
      changeCheckout(commerce, id, [{ offer: "desk-license", quantity: 2 }]),
    ).rejects.toMatchObject({ code: "checkout_final" });
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "open", url });
  });

  test.each([
    [
      "a change",
      (deps: Commerce, id: string) =>
        changeCheckout(deps, id, [{ offer: "desk-license", quantity: 2 }]),
      { state: "open", lines: [{ quantity: 2 }] },
    ],
    ["a cancellation", cancelCheckout, { state: "canceled" }],
  ] as const)(
    "%s that others come across, or that breaks off once the page is closed, is gone on with",
    async (_, change, after) => {
      const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
      const seen: Checkout[] = [];
      // Whoever asks just after the page was closed.
      const interleaved = {
        ...payments,
        closePayment: async (payment: string) => {
          const closed = await payments.closePayment(payment);
          seen.push(await readCheckout(commerce, id));
          return closed;
        },
      };
      await change({ ...commerce, payments: interleaved }, id);
      expect(seen[0]).toMatchObject(after);
      expect(await readCheckout(commerce, id)).toMatchObject(after);

      const other = await openCheckout(commerce, newCheckoutId(), REQUESTED);
      const failing = {
        ...payments,
        closePayment: async (payment: string) => {
          await payments.closePayment(payment);
          throw new Error("the power is out");
        },
      };
      await expect(change({ ...commerce, payments: failing }, other.id)).rejects.toThrow(
        "the power is out",
      );
      expect(await readCheckout(commerce, other.id)).toMatchObject(after);
    },
  );

  test("asked by several at once ends with one page, and the lines of one of them", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    await Promise.all(
      [2, 3, 4].map((quantity) =>
        changeCheckout(commerce, id, [{ offer: "desk-license", quantity }]),
      ),
    );
    const after = await readCheckout(commerce, id);
    expect([2, 3, 4]).toContain(after.lines[0]!.quantity);
    expect(after.state).toBe("open");
  });

  test("to offers that do not mix leaves the checkout as it was", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const mixed = [...REQUESTED, { offer: "oscillator", quantity: 1 }];
    await expect(changeCheckout(commerce, before.id, mixed)).rejects.toMatchObject({
      code: "offers_do_not_mix",
    });
    expect(await readCheckout(commerce, before.id)).toEqual(before);
  });
});

describe("the end", () => {
  test("is kept once it is known: the provider is not asked again", async () => {
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    await endPayment(payment!, "paid");
    await readCheckout(commerce, id);
    const unreachable = {
      ...payments,
      findPayment: () => Promise.reject(new Error("the line is dead")),
    };
    expect(await readCheckout({ ...commerce, payments: unreachable }, id)).toMatchObject({
      state: "completed",
    });
  });

  test("that was called off stays so, and can't be called off again", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    expect(await cancelCheckout(commerce, id)).toMatchObject({ state: "canceled" });
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "canceled" });
    await expect(cancelCheckout(commerce, id)).rejects.toMatchObject({ code: "checkout_final" });
  });

  test("comes with its time where the provider knows its payment no longer", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    const otherProvider = { ...payments, findPayment: async () => undefined };
    await expect(readCheckout({ ...commerce, payments: otherProvider }, id)).rejects.toMatchObject({
      code: "payments_unavailable",
    });
    now += 24 * HOUR;
    expect(await readCheckout({ ...commerce, payments: otherProvider }, id)).toMatchObject({
      state: "expired",
    });
  });

  test("comes by itself where the page could not be opened in time", async () => {
    const id = newCheckoutId();
    await expect(
      openCheckout(
        {
          ...commerce,
          payments: {
            ...payments,
            openPayment: () => Promise.reject(new Error("the line is dead")),
          },
        },
        id,
        REQUESTED,
      ),
    ).rejects.toThrow();
    now += 23 * HOUR;
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "expired" });
    expect(payments.openedCount).toBe(0);
  });
});

describe("a notice", () => {
  test.each([
    ["twice", (event: string) => [event, event]],
    ["late, after others have asked", (event: string) => ["evt_0", event]],
  ])("that comes %s brings about the same end", async (_, events) => {
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    await endPayment(payment!, "paid");
    for (const event of events("evt_1"))
      await handlePaymentEvent(commerce, { id: event, payment: payment! });
    expect(await storage.findCheckout(id)).toMatchObject({ state: "completed", version: 3 });
  });

  test("that could not be dealt with is dealt with the next time", async () => {
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    await endPayment(payment!, "paid");
    const unreachable = {
      ...payments,
      findPayment: () => Promise.reject(new Error("the line is dead")),
    };
    await expect(
      handlePaymentEvent(
        { ...commerce, payments: unreachable },
        { id: "evt_1", payment: payment! },
      ),
    ).rejects.toThrow("the line is dead");
    await handlePaymentEvent(commerce, { id: "evt_1", payment: payment! });
    expect(await storage.findCheckout(id)).toMatchObject({ state: "completed" });
  });
});
