import assert from "node:assert/strict";
import type { NonceLimits, NonceStore } from "../../core/lib/http-signatures/index.ts";
import { createCheck, type PortCheck, runConcurrently } from "./port-check.ts";

/** A nonce store with a clock that checks set. */
export interface NonceStoreFixture {
  readonly store: NonceStore;
  /** Opens the same store again, as another process would. Undefined if it keeps nothing. */
  readonly reopen?: (() => Promise<NonceStore>) | undefined;
  /** Seconds since 1970. */
  readonly clock: { seconds: number };
  close(): Promise<void>;
}

/** The limits of the stores that are checked. */
export const TEST_LIMITS: NonceLimits = { perHost: 100, perNetwork: 200, total: 300 };

const START = 1_800_000_000;
const check = createCheck<NonceStoreFixture>;
const nonce = (id: string, host = "a.example", network = "n1", lifetime = 60) => ({
  id,
  host,
  network,
  expires: START + lifetime,
});

/** Adds nonces one after the other. Returns how many the store accepted. */
async function fill(
  store: NonceStore,
  count: number,
  { host, network }: { readonly host: string; readonly network: string },
): Promise<number> {
  let added = 0;
  for (let index = 0; index < count; index++) {
    const result = await store.add(nonce(`${host} ${network} ${index}`, host, network));
    if (result === "added") added++;
  }
  return added;
}

export const nonceStoreSuite: readonly PortCheck<NonceStoreFixture>[] = [
  check("accepts a nonce once, also in other processes and after a restart", async (fixture) => {
    const { store, reopen } = fixture;
    assert.equal(await store.add(nonce("1")), "added");
    assert.equal(await store.add(nonce("1")), "used");
    assert.equal(await store.add(nonce("2")), "added");
    if (!reopen) return "keeps nothing";
    const other = await reopen();
    assert.equal(await other.add(nonce("1")), "used");
    assert.equal(await other.add(nonce("3")), "added");
    assert.equal(await store.add(nonce("3")), "used");
  }),

  check("accepts a nonce from only one of many callers", async ({ store, reopen }) => {
    const all = [store, (await reopen?.()) ?? store, (await reopen?.()) ?? store];
    const results = await runConcurrently(30, async (index) => all[index % 3]!.add(nonce("1")));
    assert.equal(results.filter((result) => result === "added").length, 1);
    assert.equal(results.filter((result) => result === "used").length, 29);
  }),

  check("keeps nonces as long as their signatures are valid", async ({ store, clock }) => {
    await store.add(nonce("short", "a.example", "n1", 60));
    await store.add(nonce("long", "a.example", "n1", 86_400));
    clock.seconds = START + 86_400;
    assert.equal(await store.add(nonce("short", "a.example", "n1", 90_000)), "added");
    assert.equal(await store.add(nonce("short", "a.example", "n1", 90_000)), "used");
    assert.equal(await store.add(nonce("long", "a.example", "n1", 86_400)), "used");
  }),

  check("forgets no nonce when an agent has too many, and refuses more", async ({ store }) => {
    const agent = { host: "a.example", network: "n1" };
    const added = await fill(store, 130, agent);
    assert.ok(added >= 100 && added <= 110, String(added));
    assert.notEqual(await store.add(nonce("a.example n1 0")), "added");
    assert.equal(await store.add(nonce("other", "b.example", "n1")), "added");
  }),

  check("refuses the agents of a network that has too many, and no others", async ({ store }) => {
    for (const host of ["a.example", "b.example", "c.example"])
      await fill(store, 90, { host, network: "n1" });
    assert.equal(await store.add(nonce("1", "d.example", "n1")), "full");
    assert.equal(await store.add(nonce("1", "d.example", "n2")), "added");
  }),

  check("refuses all when it is full, until nonces expire", async ({ store, clock }) => {
    for (const host of ["a.example", "b.example", "c.example", "d.example"])
      await fill(store, 90, { host, network: host });
    assert.equal(await store.add(nonce("1", "e.example", "n9")), "full");
    clock.seconds = START + 200;
    assert.equal(await store.add(nonce("1", "e.example", "n9", 300)), "added");
  }),
];

/** The first time of the clock. */
export const createClock = () => ({ seconds: START });
