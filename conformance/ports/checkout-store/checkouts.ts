import assert from "node:assert/strict";
import type {
  Checkout,
  CheckoutStore,
  ClaimResult,
  IdempotencyClaim,
} from "../../../core/ports/stores/checkout-store.ts";
import { createCheck, runConcurrently } from "../port-check.ts";
import type { CheckoutStoreCheck, CheckoutStoreFixture } from "./checkout-store.ts";

export const check = createCheck<CheckoutStoreFixture>;

export const newCheckout: Checkout = {
  id: "chk_1",
  version: 1,
  state: "opening",
  lines: [
    {
      offer: {
        id: "price_1",
        product: "prod_1",
        title: "Patch cable",
        amount: 1250,
        currency: "EUR",
        needsShipping: true,
        isAvailable: true,
      },
      quantity: 2,
    },
  ],
  amounts: { subtotal: 2500, total: 2500 },
  opened: 1,
  created: "2026-11-21T10:00:00.000Z",
  updated: "2026-11-21T10:00:00.000Z",
  expires: "2026-11-22T10:00:00.000Z",
};

/** The same checkout after its hosted payment page opened. */
export const openCheckout: Checkout = {
  ...newCheckout,
  version: 2,
  state: "open",
  payment: "pay_1",
  url: "https://pay.example/pay_1",
  updated: "2026-11-21T10:00:01.000Z",
};

/** Milliseconds since 1970, as are all times of claims. */
export const NOW = 1_795_255_200_000;
export const SECOND = 1000;
export const DAY = 86_400_000;

/** A claim at `NOW` that holds for a minute, with a key that expires after a day. */
export const CLAIM_REQUEST: IdempotencyClaim = {
  key: "key_1",
  request: "digest_1",
  checkout: "chk_1",
  now: NOW,
  until: NOW + 60 * SECOND,
  keep: NOW + DAY,
};

/** Counts the claims by outcome. */
export function countOutcomes(claims: readonly ClaimResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of claims) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/**
 * Increments `opened` of the checkout. Retries a change when another caller saved its own first.
 */
export async function incrementOpened(store: CheckoutStore, times: number): Promise<void> {
  for (let remaining = times; remaining > 0; ) {
    const { version, ...rest } = (await store.findCheckout(newCheckout.id))!;
    const isSaved = await store.saveCheckout({
      ...rest,
      opened: rest.opened + 1,
      version: version + 1,
    });
    if (isSaved) remaining -= 1;
  }
}

export const checkoutChecks: readonly CheckoutStoreCheck[] = [
  check("stores a new checkout unchanged", async ({ store }) => {
    await store.addCheckout(newCheckout);
    assert.deepEqual(await store.findCheckout("chk_1"), newCheckout);
  }),

  check("returns undefined for an unknown ID", async ({ store }) => {
    await store.addCheckout(newCheckout);
    for (const id of ["chk_2", "", "CHK_1", "chk_%", "' or '1'='1", "chk_1 "])
      assert.equal(await store.findCheckout(id), undefined, id);
  }),

  check("ignores a checkout whose ID already exists", async ({ store }) => {
    await store.addCheckout(newCheckout);
    assert.equal(await store.saveCheckout(openCheckout), true);
    await store.addCheckout({ ...newCheckout, amounts: { subtotal: 1, total: 1 } });
    assert.deepEqual(await store.findCheckout("chk_1"), openCheckout);
  }),

  check(
    "stores one of many checkouts added with the same ID at the same time",
    async ({ store }) => {
      await runConcurrently(20, (index) =>
        store.addCheckout({ ...newCheckout, opened: index + 1 }),
      );
      const stored = await store.findCheckout("chk_1");
      assert.ok(stored && stored.opened >= 1 && stored.opened <= 20);
      assert.deepEqual(stored, { ...newCheckout, opened: stored.opened });
    },
  ),

  check("rejects a new checkout whose version isn't 1", async ({ store }) => {
    await assert.rejects(store.addCheckout(openCheckout));
    assert.equal(await store.findCheckout("chk_1"), undefined);
  }),

  check("saves a change to the previous version and returns true", async ({ store }) => {
    await store.addCheckout(newCheckout);
    assert.equal(await store.saveCheckout(openCheckout), true);
    assert.deepEqual(await store.findCheckout("chk_1"), openCheckout);
    const completed = { ...openCheckout, version: 3, state: "completed", url: undefined } as const;
    assert.equal(await store.saveCheckout(completed), true);
    const { url, ...rest } = completed;
    assert.deepEqual(await store.findCheckout("chk_1"), rest);
  }),

  check("ignores a change to any other version and returns false", async ({ store }) => {
    await store.addCheckout(newCheckout);
    assert.equal(await store.saveCheckout(openCheckout), true);
    for (const version of [1, 2, 4, 10])
      assert.equal(
        await store.saveCheckout({ ...openCheckout, state: "failed", version }),
        false,
        String(version),
      );
    assert.deepEqual(await store.findCheckout("chk_1"), openCheckout);
  }),

  check("never creates a checkout by saving a change", async ({ store }) => {
    assert.equal(await store.saveCheckout(openCheckout), false);
    assert.equal(await store.findCheckout("chk_1"), undefined);
  }),

  check("saves only one of many simultaneous changes to the same version", async ({ store }) => {
    await store.addCheckout(newCheckout);
    const saved = await runConcurrently(30, (index) =>
      store.saveCheckout({ ...openCheckout, opened: index + 1 }),
    );
    assert.equal(saved.filter(Boolean).length, 1);
    assert.equal((await store.findCheckout("chk_1"))?.opened, saved.indexOf(true) + 1);
  }),

  check(
    "loses no increment when every caller retries until its change is saved",
    async ({ store }) => {
      await store.addCheckout(newCheckout);
      await runConcurrently(8, () => incrementOpened(store, 3));
      const stored = await store.findCheckout("chk_1");
      assert.deepEqual([stored?.version, stored?.opened], [25, 25]);
    },
  ),

  check("finds a checkout by its payment", async ({ store }) => {
    await store.addCheckout(newCheckout);
    await store.addCheckout({ ...newCheckout, id: "chk_2" });
    assert.equal(await store.findCheckoutByPayment("pay_1"), undefined);
    await store.saveCheckout(openCheckout);
    assert.deepEqual(await store.findCheckoutByPayment("pay_1"), openCheckout);
    for (const payment of ["", "pay_2", "null", "undefined"])
      assert.equal(await store.findCheckoutByPayment(payment), undefined, payment);
  }),

  check("finds a checkout only by its latest payment", async ({ store }) => {
    await store.addCheckout(newCheckout);
    await store.saveCheckout(openCheckout);
    await store.saveCheckout({ ...openCheckout, version: 3, payment: "pay_2", opened: 2 });
    assert.equal(await store.findCheckoutByPayment("pay_1"), undefined);
    assert.equal((await store.findCheckoutByPayment("pay_2"))?.opened, 2);
  }),

  check("rejects a payment that belongs to another checkout", async ({ store }) => {
    await store.addCheckout(newCheckout);
    await store.addCheckout({ ...newCheckout, id: "chk_2" });
    await store.saveCheckout(openCheckout);
    await assert.rejects(store.saveCheckout({ ...openCheckout, id: "chk_2" }));
    await assert.rejects(store.addCheckout({ ...newCheckout, id: "chk_3", payment: "pay_1" }));
    assert.deepEqual(await store.findCheckout("chk_2"), { ...newCheckout, id: "chk_2" });
    assert.equal(await store.findCheckout("chk_3"), undefined);
    assert.deepEqual(await store.findCheckoutByPayment("pay_1"), openCheckout);
  }),

  check("stores any text and any amount", async ({ store }) => {
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
      await store.addCheckout(checkout);
      assert.deepEqual(await store.findCheckout(`chk_${index}`), checkout);
    }
  }),

  check("deletes unpaid checkouts 30 days after they expire, and no others", async ({ store }) => {
    const closed = Date.parse(newCheckout.expires);
    await store.addCheckout(newCheckout);
    for (const state of ["open", "processing", "completed", "expired"] as const) {
      await store.addCheckout({ ...newCheckout, id: `chk_${state}` });
      await store.saveCheckout({ ...newCheckout, id: `chk_${state}`, version: 2, state });
    }
    await store.deleteExpired(closed + 30 * 24 * 3_600_000 - 1);
    assert.notEqual(await store.findCheckout("chk_open"), undefined);
    await store.deleteExpired(closed + 30 * 24 * 3_600_000);
    for (const state of ["processing", "completed"])
      assert.notEqual(await store.findCheckout(`chk_${state}`), undefined, state);
    for (const id of [newCheckout.id, "chk_open", "chk_expired"])
      assert.equal(await store.findCheckout(id), undefined, id);
  }),
];
