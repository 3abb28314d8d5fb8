import assert from "node:assert/strict";
import type { CheckoutStoreCheck } from "../checkout-store.ts";
import { check, newCheckout, openCheckout, together } from "./check.ts";

/** What is promised of checkouts. */
export const checkoutChecks: readonly CheckoutStoreCheck[] = [
  check("keeps a new checkout as it is", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    assert.deepEqual(await storage.findCheckout("chk_1"), newCheckout);
  }),

  check("knows no checkout that was not added", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    for (const id of ["chk_2", "", "CHK_1", "chk_%", "' or '1'='1", "chk_1 "])
      assert.equal(await storage.findCheckout(id), undefined, id);
  }),

  check("leaves a checkout alone when one of its id is added again", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    assert.equal(await storage.saveCheckout(openCheckout), true);
    await storage.addCheckout({ ...newCheckout, amounts: { subtotal: 1, total: 1 } });
    assert.deepEqual(await storage.findCheckout("chk_1"), openCheckout);
  }),

  check("keeps one of many that are added under one id at the same time", async ({ storage }) => {
    await together(20, (each) => storage.addCheckout({ ...newCheckout, opened: each + 1 }));
    const stored = await storage.findCheckout("chk_1");
    assert.ok(stored && stored.opened >= 1 && stored.opened <= 20);
    assert.deepEqual(stored, { ...newCheckout, opened: stored.opened });
  }),

  check("refuses to add a checkout that has been changed already", async ({ storage }) => {
    await assert.rejects(storage.addCheckout(openCheckout));
    assert.equal(await storage.findCheckout("chk_1"), undefined);
  }),

  check("keeps a change of the version before, and says so", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    assert.equal(await storage.saveCheckout(openCheckout), true);
    assert.deepEqual(await storage.findCheckout("chk_1"), openCheckout);
    const completed = { ...openCheckout, version: 3, state: "completed", url: undefined } as const;
    assert.equal(await storage.saveCheckout(completed), true);
    const { url, ...rest } = completed;
    assert.deepEqual(await storage.findCheckout("chk_1"), rest);
  }),

  check("keeps no change of any other version, and says so", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    assert.equal(await storage.saveCheckout(openCheckout), true);
    for (const version of [1, 2, 4, 10])
      assert.equal(
        await storage.saveCheckout({ ...openCheckout, state: "failed", version }),
        false,
        String(version),
      );
    assert.deepEqual(await storage.findCheckout("chk_1"), openCheckout);
  }),

  check("changes no checkout that is not there", async ({ storage }) => {
    assert.equal(await storage.saveCheckout(openCheckout), false);
    assert.equal(await storage.findCheckout("chk_1"), undefined);
  }),

  check("lets one win of many that change one version at the same time", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    const won = await together(30, (each) =>
      storage.saveCheckout({ ...openCheckout, opened: each + 1 }),
    );
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await storage.findCheckout("chk_1"))?.opened, won.indexOf(true) + 1);
  }),

  check("counts what many add up to, if each tries again until it wins", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    await together(8, async () => {
      for (let remaining = 3; remaining > 0; ) {
        const { version, ...rest } = (await storage.findCheckout("chk_1"))!;
        if (await storage.saveCheckout({ ...rest, opened: rest.opened + 1, version: version + 1 }))
          remaining--;
      }
    });
    const stored = await storage.findCheckout("chk_1");
    assert.deepEqual([stored?.version, stored?.opened], [25, 25]);
  }),

  check("finds a checkout by its payment, once it has one", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    await storage.addCheckout({ ...newCheckout, id: "chk_2" });
    assert.equal(await storage.findCheckoutByPayment("pay_1"), undefined);
    await storage.saveCheckout(openCheckout);
    assert.deepEqual(await storage.findCheckoutByPayment("pay_1"), openCheckout);
    for (const payment of ["", "pay_2", "null", "undefined"])
      assert.equal(await storage.findCheckoutByPayment(payment), undefined, payment);
  }),

  check("finds a checkout by the payment that it has now", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    await storage.saveCheckout(openCheckout);
    await storage.saveCheckout({ ...openCheckout, version: 3, payment: "pay_2", opened: 2 });
    assert.equal(await storage.findCheckoutByPayment("pay_1"), undefined);
    assert.equal((await storage.findCheckoutByPayment("pay_2"))?.opened, 2);
  }),

  check("gives no payment to two checkouts", async ({ storage }) => {
    await storage.addCheckout(newCheckout);
    await storage.addCheckout({ ...newCheckout, id: "chk_2" });
    await storage.saveCheckout(openCheckout);
    await assert.rejects(storage.saveCheckout({ ...openCheckout, id: "chk_2" }));
    await assert.rejects(storage.addCheckout({ ...newCheckout, id: "chk_3", payment: "pay_1" }));
    assert.deepEqual(await storage.findCheckout("chk_2"), { ...newCheckout, id: "chk_2" });
    assert.equal(await storage.findCheckout("chk_3"), undefined);
    assert.deepEqual(await storage.findCheckoutByPayment("pay_1"), openCheckout);
  }),

  check("gives back any text and any amount", async ({ storage }) => {
    const titles = [
      "'; drop table checkouts; --",
      "Ünïcödé \u{1f3a7} 漢字",
      "a\u0000b",
      "\ud800",
      '"\\\n\t',
      "$1 %s ?",
      "x".repeat(300_000),
    ];
    for (const [index, title] of titles.entries()) {
      const line = {
        offer: { ...newCheckout.lines[0]!.offer, title, amount: Number.MAX_SAFE_INTEGER },
        quantity: 1,
      };
      const checkout = {
        ...newCheckout,
        id: `chk_${index}`,
        lines: [line],
        amounts: { subtotal: Number.MAX_SAFE_INTEGER, total: 0, discount: 0.5 },
      };
      await storage.addCheckout(checkout);
      assert.deepEqual(await storage.findCheckout(`chk_${index}`), checkout);
    }
  }),

  check(
    "forgets a checkout that nobody has paid a month after its page has closed, and no other",
    async ({ storage }) => {
      const closed = Date.parse(newCheckout.expires);
      await storage.addCheckout(newCheckout);
      for (const state of ["open", "processing", "completed", "expired"] as const) {
        await storage.addCheckout({ ...newCheckout, id: `chk_${state}` });
        await storage.saveCheckout({ ...newCheckout, id: `chk_${state}`, version: 2, state });
      }
      await storage.deleteExpired(closed + 30 * 24 * 3_600_000 - 1);
      assert.notEqual(await storage.findCheckout("chk_open"), undefined);
      await storage.deleteExpired(closed + 30 * 24 * 3_600_000);
      for (const state of ["processing", "completed"])
        assert.notEqual(await storage.findCheckout(`chk_${state}`), undefined, state);
      for (const id of [newCheckout.id, "chk_open", "chk_expired"])
        assert.equal(await storage.findCheckout(id), undefined, id);
    },
  ),
];
