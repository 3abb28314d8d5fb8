import { beforeEach, describe, expect, test } from "vitest";
import { rigPayments } from "../../../conformance/rig/payments.ts";
import { rigStorage } from "../../../conformance/rig/storage.ts";
import type { Order, Payment } from "../../ports/payments.ts";
import type { Checkout, Storage } from "../../ports/storage.ts";
import { Problem } from "../../problem.ts";
import { newCheckoutId } from "../domain/checkout.ts";
import type { Commerce } from "./commerce.ts";
import { cancelCheckout, changeCheckout, openCheckout, readCheckout } from "./life.ts";
import { learnOfNotice } from "./notices.ts";
import { once } from "./once.ts";

const ORIGIN = "http://shop.example";
const WANTED = [{ offer: "desk-licence", quantity: 1 }];
const HOUR = 3_600_000;

let payments: ReturnType<typeof rigPayments>;
let storage: Storage;
let now: number;
let commerce: Commerce;
beforeEach(async () => {
  payments = rigPayments(ORIGIN);
  storage = await rigStorage();
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
const createBy = (key: string, with_: Commerce = commerce) =>
  once(
    { ...with_, signal },
    { identity: "someone", path: "createCheckout", key, request: WANTED, busy: "wait" },
    async (id) => (await openCheckout(with_, id, WANTED)).id,
  );

/** Has the provider bring a payment to an end. */
const end = async (payment: string, state: Payment["state"]) => {
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
  const deaf = { ...storage, checkout: () => Promise.reject(new Error("PostgreSQL takes no NUL")) };
  await expect(readCheckout({ ...commerce, storage: deaf }, "chk_\0")).rejects.toMatchObject({
    code: "checkout_not_found",
  });
});

describe("a crash", () => {
  test.each(["addCheckout", "saveCheckout", "settle"] as const)(
    "at %s loses nothing and opens no second page",
    async (broken) => {
      const crashing = {
        ...commerce,
        storage: { ...storage, [broken]: () => Promise.reject(new Error("the power is out")) },
      };
      await expect(createBy("k", crashing)).rejects.toThrow("the power is out");
      const { checkout } = await createBy("k");
      expect(await readCheckout(commerce, checkout)).toMatchObject({ state: "open" });
      expect(payments.opened).toBe(1);
    },
  );

  test("that leaves the claim behind holds the key up until the claim has run out", async () => {
    const dead = {
      ...storage,
      saveCheckout: () => Promise.reject(new Error("the power is out")),
      release: () => Promise.reject(new Error("the power is out")),
    };
    await expect(createBy("k", { ...commerce, storage: dead })).rejects.toThrow("the power is out");
    now += 61_000;
    await createBy("k");
    expect(payments.opened).toBe(1);
  });

  test("before the page was open is made up for by whoever reads the checkout", async () => {
    const id = newCheckoutId();
    await expect(
      openCheckout(
        {
          ...commerce,
          payments: { ...payments, open: () => Promise.reject(new Error("the line is dead")) },
        },
        id,
        WANTED,
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
    const before = await openCheckout(commerce, newCheckoutId(), WANTED);
    const after = await changeCheckout(commerce, before.id, [
      { offer: "desk-licence", quantity: 2 },
    ]);
    expect(after).toMatchObject({
      id: before.id,
      state: "open",
      expires: before.expires,
      amounts: { total: 37800 },
    });
    expect(after.url).not.toBe(before.url);
    expect((await payments.find(before.payment!))!.state).toBe("closed");
  });

  test("of nothing leaves the page as it is", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), WANTED);
    expect(await changeCheckout(commerce, before.id, WANTED)).toEqual(before);
  });

  test("is refused once the buyer has paid, though nobody had noticed", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), WANTED);
    const open = (await payments.find(before.payment!))!;
    await end(before.payment!, "paid");
    let asked = 0;
    const late = {
      ...payments,
      find: async (id: string) => (asked++ === 0 ? open : payments.find(id)),
    };
    await expect(
      changeCheckout({ ...commerce, payments: late }, before.id, [
        { offer: "desk-licence", quantity: 2 },
      ]),
    ).rejects.toMatchObject({ code: "checkout_final" });
    expect(await storage.checkout(before.id)).toMatchObject({
      state: "completed",
      lines: [{ quantity: 1 }],
    });
    expect(await storage.checkout(before.id)).not.toHaveProperty("next");
  });

  test("that the provider refuses leaves the checkout with what it had, and a page to pay on", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), WANTED);
    const picky = {
      ...payments,
      open: (order: Order) =>
        order.lines[0]!.quantity > 1
          ? Promise.reject(new Problem("invalid_input", "The sum is too large."))
          : payments.open(order),
    };
    await expect(
      changeCheckout({ ...commerce, payments: picky }, id, [
        { offer: "desk-licence", quantity: 2 },
      ]),
    ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await readCheckout({ ...commerce, payments: picky }, id)).toMatchObject({
      state: "open",
      lines: [{ quantity: 1 }],
      url: expect.stringContaining("/pay/"),
    });
  });

  test("is refused where there is no time left for another page; the one that there is stays open", async () => {
    const { id, url } = await openCheckout(commerce, newCheckoutId(), WANTED);
    now += 22.6 * HOUR;
    await expect(
      changeCheckout(commerce, id, [{ offer: "desk-licence", quantity: 2 }]),
    ).rejects.toMatchObject({ code: "checkout_final" });
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "open", url });
  });

  test.each([
    [
      "a change",
      (with_: Commerce, id: string) =>
        changeCheckout(with_, id, [{ offer: "desk-licence", quantity: 2 }]),
      { state: "open", lines: [{ quantity: 2 }] },
    ],
    ["a cancellation", cancelCheckout, { state: "canceled" }],
  ] as const)(
    "%s that others come across, or that breaks off once the page is closed, is gone on with",
    async (_, change, after) => {
      const { id } = await openCheckout(commerce, newCheckoutId(), WANTED);
      const seen: Checkout[] = [];
      // Whoever asks just after the page was closed.
      const watched = {
        ...payments,
        close: async (payment: string) => {
          const closed = await payments.close(payment);
          seen.push(await readCheckout(commerce, id));
          return closed;
        },
      };
      await change({ ...commerce, payments: watched }, id);
      expect(seen[0]).toMatchObject(after);
      expect(await readCheckout(commerce, id)).toMatchObject(after);

      const other = await openCheckout(commerce, newCheckoutId(), WANTED);
      const crashing = {
        ...payments,
        close: async (payment: string) => {
          await payments.close(payment);
          throw new Error("the power is out");
        },
      };
      await expect(change({ ...commerce, payments: crashing }, other.id)).rejects.toThrow(
        "the power is out",
      );
      expect(await readCheckout(commerce, other.id)).toMatchObject(after);
    },
  );

  test("asked by several at once ends with one page, and the lines of one of them", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), WANTED);
    await Promise.all(
      [2, 3, 4].map((quantity) =>
        changeCheckout(commerce, id, [{ offer: "desk-licence", quantity }]),
      ),
    );
    const after = await readCheckout(commerce, id);
    expect([2, 3, 4]).toContain(after.lines[0]!.quantity);
    expect(after.state).toBe("open");
  });

  test("to offers that do not mix leaves the checkout as it was", async () => {
    const before = await openCheckout(commerce, newCheckoutId(), WANTED);
    const wrong = [...WANTED, { offer: "oscillator", quantity: 1 }];
    await expect(changeCheckout(commerce, before.id, wrong)).rejects.toMatchObject({
      code: "offers_do_not_mix",
    });
    expect(await readCheckout(commerce, before.id)).toEqual(before);
  });
});

describe("the end", () => {
  test("is kept once it is known: the provider is not asked again", async () => {
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), WANTED);
    await end(payment!, "paid");
    await readCheckout(commerce, id);
    const unreachable = { ...payments, find: () => Promise.reject(new Error("the line is dead")) };
    expect(await readCheckout({ ...commerce, payments: unreachable }, id)).toMatchObject({
      state: "completed",
    });
  });

  test("that was called off stays so, and can't be called off again", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), WANTED);
    expect(await cancelCheckout(commerce, id)).toMatchObject({ state: "canceled" });
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "canceled" });
    await expect(cancelCheckout(commerce, id)).rejects.toMatchObject({ code: "checkout_final" });
  });

  test("comes with its time where the provider knows its payment no longer", async () => {
    const { id } = await openCheckout(commerce, newCheckoutId(), WANTED);
    const another = { ...payments, find: async () => undefined };
    await expect(readCheckout({ ...commerce, payments: another }, id)).rejects.toMatchObject({
      code: "payments_unavailable",
    });
    now += 24 * HOUR;
    expect(await readCheckout({ ...commerce, payments: another }, id)).toMatchObject({
      state: "expired",
    });
  });

  test("comes by itself where the page could not be opened in time", async () => {
    const id = newCheckoutId();
    await expect(
      openCheckout(
        {
          ...commerce,
          payments: { ...payments, open: () => Promise.reject(new Error("the line is dead")) },
        },
        id,
        WANTED,
      ),
    ).rejects.toThrow();
    now += 23 * HOUR;
    expect(await readCheckout(commerce, id)).toMatchObject({ state: "expired" });
    expect(payments.opened).toBe(0);
  });
});

describe("a notice", () => {
  test.each([
    ["twice", (notice: string) => [notice, notice]],
    ["late, after others have asked", (notice: string) => ["evt_0", notice]],
  ])("that comes %s brings about the same end", async (_, notices) => {
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), WANTED);
    await end(payment!, "paid");
    for (const notice of notices("evt_1"))
      await learnOfNotice(commerce, { id: notice, payment: payment! });
    expect(await storage.checkout(id)).toMatchObject({ state: "completed", version: 3 });
  });

  test("that could not be dealt with is dealt with the next time", async () => {
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), WANTED);
    await end(payment!, "paid");
    const unreachable = { ...payments, find: () => Promise.reject(new Error("the line is dead")) };
    await expect(
      learnOfNotice({ ...commerce, payments: unreachable }, { id: "evt_1", payment: payment! }),
    ).rejects.toThrow("the line is dead");
    await learnOfNotice(commerce, { id: "evt_1", payment: payment! });
    expect(await storage.checkout(id)).toMatchObject({ state: "completed" });
  });
});
