import { beforeEach, describe, expect, it } from "vitest";
import { Problem } from "../../core/http/problem.ts";
import type { Order } from "../../core/ports/payments.ts";
import { newCheckoutId } from "../../core/site/checkout/checkout.ts";
import {
  cancelCheckout,
  changeCheckout,
  openCheckout,
  readCheckout,
} from "../../core/site/checkout/checkout-service.ts";
import { createFixtureCommerce, type FixtureCommerce } from "../fixtures/payments.ts";

const ONE_LICENSE = [{ offer: "desk-license", quantity: 1 }];
const TWO_LICENSES = [{ offer: "desk-license", quantity: 2 }];
const HOUR = 3_600_000;

let fixture: FixtureCommerce;
beforeEach(async () => {
  fixture = await createFixtureCommerce();
});

const openOne = () => openCheckout(fixture.commerce, newCheckoutId(), ONE_LICENSE);

describe("readCheckout", () => {
  it("doesn't pass malformed IDs to the store", async () => {
    const { commerce, checkoutStore } = fixture;
    const failingStorage = {
      ...checkoutStore,
      findCheckout: () => Promise.reject(new Error("PostgreSQL rejects NUL")),
    };
    await expect(
      readCheckout({ ...commerce, checkoutStore: failingStorage }, "chk_\0"),
    ).rejects.toMatchObject({ code: "checkout_not_found" });
  });

  it("doesn't ask the provider about a final checkout", async () => {
    const { commerce, payments, endPayment } = fixture;
    const { id, payment } = await openOne();
    await endPayment(payment!, "paid");
    await readCheckout(commerce, id);
    const unreachable = {
      ...payments,
      findPayment: () => Promise.reject(new Error("connection lost")),
    };
    expect(await readCheckout({ ...commerce, payments: unreachable }, id)).toMatchObject({
      state: "completed",
    });
  });

  it("expires a checkout whose payment the provider doesn't know, once its time is over", async () => {
    const { commerce, payments, clock } = fixture;
    const { id } = await openOne();
    const otherProvider = { ...payments, findPayment: async () => undefined };
    await expect(readCheckout({ ...commerce, payments: otherProvider }, id)).rejects.toMatchObject({
      code: "payments_unavailable",
    });
    clock.now += 24 * HOUR;
    expect(await readCheckout({ ...commerce, payments: otherProvider }, id)).toMatchObject({
      state: "expired",
    });
  });

  it("expires a checkout whose page couldn't be opened in time", async () => {
    const { commerce, payments, clock } = fixture;
    const id = newCheckoutId();
    const unreachable = {
      ...payments,
      openPayment: () => Promise.reject(new Error("connection lost")),
    };
    await expect(
      openCheckout({ ...commerce, payments: unreachable }, id, ONE_LICENSE),
    ).rejects.toThrow();
    clock.now += 23 * HOUR;
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "expired" });
    expect(payments.openedCount).toBe(0);
  });
});

describe("changeCheckout", () => {
  it("closes the page and opens another", async () => {
    const { commerce, payments } = fixture;
    const before = await openOne();
    const after = await changeCheckout(commerce, before.id, TWO_LICENSES);
    expect(after).toMatchObject({
      id: before.id,
      state: "open",
      expires: before.expires,
      amounts: { total: 37800 },
    });
    expect(after.url).not.toBe(before.url);
    expect((await payments.findPayment(before.payment!))!.state).toBe("closed");
  });

  it("keeps the page if the lines are the same", async () => {
    const before = await openOne();
    expect(await changeCheckout(fixture.commerce, before.id, ONE_LICENSE)).toEqual(before);
  });

  it("fails if the buyer paid after the last read", async () => {
    const { commerce, payments, checkoutStore, endPayment } = fixture;
    const before = await openOne();
    const openPayment = (await payments.findPayment(before.payment!))!;
    await endPayment(before.payment!, "paid");
    let calls = 0;
    const paidAfterRead = {
      ...payments,
      findPayment: async (id: string) => {
        calls += 1;
        return calls === 1 ? openPayment : payments.findPayment(id);
      },
    };
    await expect(
      changeCheckout({ ...commerce, payments: paidAfterRead }, before.id, TWO_LICENSES),
    ).rejects.toMatchObject({ code: "checkout_final" });
    const stored = await checkoutStore.findCheckout(before.id);
    expect(stored).toMatchObject({ state: "completed", lines: [{ quantity: 1 }] });
    expect(stored).not.toHaveProperty("next");
  });

  it("keeps the lines and a page to pay on if the provider refuses the change", async () => {
    const { commerce, payments } = fixture;
    const { id } = await openOne();
    const rejecting = {
      ...payments,
      openPayment: (order: Order) =>
        order.lines[0]!.quantity > 1
          ? Promise.reject(new Problem("invalid_input", "The amount is too large."))
          : payments.openPayment(order),
    };
    await expect(
      changeCheckout({ ...commerce, payments: rejecting }, id, TWO_LICENSES),
    ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await readCheckout({ ...commerce, payments: rejecting }, id)).toMatchObject({
      state: "open",
      lines: [{ quantity: 1 }],
      url: expect.stringContaining("/pay/"),
    });
  });

  it("fails and keeps the page if too little time is left for another", async () => {
    const { commerce, clock } = fixture;
    const { id, url } = await openOne();
    clock.now += 22.6 * HOUR;
    await expect(changeCheckout(commerce, id, TWO_LICENSES)).rejects.toMatchObject({
      code: "checkout_final",
    });
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "open", url });
  });

  it("leaves one page and the lines of one request after concurrent changes", async () => {
    const { commerce } = fixture;
    const { id } = await openOne();
    await Promise.all(
      [2, 3, 4].map((quantity) =>
        changeCheckout(commerce, id, [{ offer: "desk-license", quantity }]),
      ),
    );
    const after = await readCheckout(commerce, id);
    expect([2, 3, 4]).toContain(after.lines[0]!.quantity);
    expect(after.state).toBe("open");
  });

  it("keeps the checkout if the new offers can't be bought together", async () => {
    const { commerce } = fixture;
    const before = await openOne();
    const mixed = [...ONE_LICENSE, { offer: "oscillator", quantity: 1 }];
    await expect(changeCheckout(commerce, before.id, mixed)).rejects.toMatchObject({
      code: "offers_do_not_mix",
    });
    expect(await readCheckout(commerce, before.id)).toEqual(before);
  });
});

describe("cancelCheckout", () => {
  it("cancels a checkout once and for all", async () => {
    const { commerce } = fixture;
    const { id } = await openOne();
    expect(await cancelCheckout(commerce, id)).toMatchObject({ state: "canceled" });
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "canceled" });
    await expect(cancelCheckout(commerce, id)).rejects.toMatchObject({ code: "checkout_final" });
  });
});
