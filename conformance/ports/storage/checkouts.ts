import assert from "node:assert/strict";
import type { StorageCheck } from "../storage.ts";
import { begun, check, opened, together } from "./check.ts";

/** What is promised of checkouts. */
export const checkoutChecks: readonly StorageCheck[] = [
  check("keeps a new checkout as it is", async ({ storage }) => {
    await storage.addCheckout(begun);
    assert.deepEqual(await storage.checkout("chk_1"), begun);
  }),

  check("knows no checkout that was not added", async ({ storage }) => {
    await storage.addCheckout(begun);
    for (const id of ["chk_2", "", "CHK_1", "chk_%", "' or '1'='1", "chk_1 "])
      assert.equal(await storage.checkout(id), undefined, id);
  }),

  check("leaves a checkout alone when one of its id is added again", async ({ storage }) => {
    await storage.addCheckout(begun);
    assert.equal(await storage.saveCheckout(opened), true);
    await storage.addCheckout({ ...begun, amounts: { subtotal: 1, total: 1 } });
    assert.deepEqual(await storage.checkout("chk_1"), opened);
  }),

  check("keeps one of many that are added under one id at the same time", async ({ storage }) => {
    await together(20, (each) => storage.addCheckout({ ...begun, opened: each + 1 }));
    const kept = await storage.checkout("chk_1");
    assert.ok(kept && kept.opened >= 1 && kept.opened <= 20);
    assert.deepEqual(kept, { ...begun, opened: kept.opened });
  }),

  check("refuses to add a checkout that has been changed already", async ({ storage }) => {
    await assert.rejects(storage.addCheckout(opened));
    assert.equal(await storage.checkout("chk_1"), undefined);
  }),

  check("keeps a change of the version before, and says so", async ({ storage }) => {
    await storage.addCheckout(begun);
    assert.equal(await storage.saveCheckout(opened), true);
    assert.deepEqual(await storage.checkout("chk_1"), opened);
    const completed = { ...opened, version: 3, state: "completed", url: undefined } as const;
    assert.equal(await storage.saveCheckout(completed), true);
    const { url, ...rest } = completed;
    assert.deepEqual(await storage.checkout("chk_1"), rest);
  }),

  check("keeps no change of any other version, and says so", async ({ storage }) => {
    await storage.addCheckout(begun);
    assert.equal(await storage.saveCheckout(opened), true);
    for (const version of [1, 2, 4, 10])
      assert.equal(
        await storage.saveCheckout({ ...opened, state: "failed", version }),
        false,
        String(version),
      );
    assert.deepEqual(await storage.checkout("chk_1"), opened);
  }),

  check("changes no checkout that is not there", async ({ storage }) => {
    assert.equal(await storage.saveCheckout(opened), false);
    assert.equal(await storage.checkout("chk_1"), undefined);
  }),

  check("lets one win of many that change one version at the same time", async ({ storage }) => {
    await storage.addCheckout(begun);
    const won = await together(30, (each) => storage.saveCheckout({ ...opened, opened: each + 1 }));
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await storage.checkout("chk_1"))?.opened, won.indexOf(true) + 1);
  }),

  check("counts what many add up to, if each tries again until it wins", async ({ storage }) => {
    await storage.addCheckout(begun);
    await together(8, async () => {
      for (let left = 3; left > 0; ) {
        const { version, ...rest } = (await storage.checkout("chk_1"))!;
        if (await storage.saveCheckout({ ...rest, opened: rest.opened + 1, version: version + 1 }))
          left--;
      }
    });
    const kept = await storage.checkout("chk_1");
    assert.deepEqual([kept?.version, kept?.opened], [25, 25]);
  }),

  check("finds a checkout by its payment, once it has one", async ({ storage }) => {
    await storage.addCheckout(begun);
    await storage.addCheckout({ ...begun, id: "chk_2" });
    assert.equal(await storage.checkoutOfPayment("pay_1"), undefined);
    await storage.saveCheckout(opened);
    assert.deepEqual(await storage.checkoutOfPayment("pay_1"), opened);
    for (const payment of ["", "pay_2", "null", "undefined"])
      assert.equal(await storage.checkoutOfPayment(payment), undefined, payment);
  }),

  check("finds a checkout by the payment that it has now", async ({ storage }) => {
    await storage.addCheckout(begun);
    await storage.saveCheckout(opened);
    await storage.saveCheckout({ ...opened, version: 3, payment: "pay_2", opened: 2 });
    assert.equal(await storage.checkoutOfPayment("pay_1"), undefined);
    assert.equal((await storage.checkoutOfPayment("pay_2"))?.opened, 2);
  }),

  check("gives no payment to two checkouts", async ({ storage }) => {
    await storage.addCheckout(begun);
    await storage.addCheckout({ ...begun, id: "chk_2" });
    await storage.saveCheckout(opened);
    await assert.rejects(storage.saveCheckout({ ...opened, id: "chk_2" }));
    await assert.rejects(storage.addCheckout({ ...begun, id: "chk_3", payment: "pay_1" }));
    assert.deepEqual(await storage.checkout("chk_2"), { ...begun, id: "chk_2" });
    assert.equal(await storage.checkout("chk_3"), undefined);
    assert.deepEqual(await storage.checkoutOfPayment("pay_1"), opened);
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
    for (const [at, title] of titles.entries()) {
      const line = {
        offer: { ...begun.lines[0]!.offer, title, amount: Number.MAX_SAFE_INTEGER },
        quantity: 1,
      };
      const checkout = {
        ...begun,
        id: `chk_${at}`,
        lines: [line],
        amounts: { subtotal: Number.MAX_SAFE_INTEGER, total: 0, discount: 0.5 },
      };
      await storage.addCheckout(checkout);
      assert.deepEqual(await storage.checkout(`chk_${at}`), checkout);
    }
  }),

  check(
    "forgets a checkout that nobody has paid a month after its page has closed, and no other",
    async ({ storage }) => {
      const closed = Date.parse(begun.expires);
      await storage.addCheckout(begun);
      for (const state of ["open", "processing", "completed", "expired"] as const) {
        await storage.addCheckout({ ...begun, id: `chk_${state}` });
        await storage.saveCheckout({ ...begun, id: `chk_${state}`, version: 2, state });
      }
      await storage.sweep(closed + 30 * 24 * 3_600_000 - 1);
      assert.notEqual(await storage.checkout("chk_open"), undefined);
      await storage.sweep(closed + 30 * 24 * 3_600_000);
      for (const state of ["processing", "completed"])
        assert.notEqual(await storage.checkout(`chk_${state}`), undefined, state);
      for (const id of [begun.id, "chk_open", "chk_expired"])
        assert.equal(await storage.checkout(id), undefined, id);
    },
  ),
];
