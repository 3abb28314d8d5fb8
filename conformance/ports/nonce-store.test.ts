import { openNonceStore } from "../../adapters/storage/open.ts";
import { createNonceStore } from "../../core/lib/http-signatures/nonce-store.ts";
import { DATABASE_KINDS, inDatabase } from "./databases.ts";
import { createClock, nonceStoreSuite, TEST_LIMITS } from "./nonce-store.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "NonceStore",
  checks: nonceStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  async open(location) {
    const clock = createClock();
    const now = () => clock.seconds * 1000;
    const open = inDatabase(async (storage) => {
      const { close, ...store } = await openNonceStore(storage, { now, limits: TEST_LIMITS });
      return { store, close };
    });
    return { ...(await open(location)), clock };
  },
});

await portSuite({
  name: "NonceStore in memory",
  checks: nonceStoreSuite,
  open() {
    const clock = createClock();
    const store = createNonceStore(() => clock.seconds * 1000, TEST_LIMITS);
    return { store, clock, close: async () => {} };
  },
});
