// Runs the suite on the current runtime. Usage: run.ts [PostgreSQL URL] [part of a check's name]
import process from "node:process";
import { openCheckoutStore } from "../../../adapters/storage/open.ts";
import { printCheckResults } from "../check-results.ts";
import { checkoutStoreSuite } from "../checkout-store.ts";
import { createEmptyDatabase, createStoreFixture } from "../store-fixture.ts";

const [location, filter] = process.argv.slice(2);

const createFixture = async () =>
  createStoreFixture(await createEmptyDatabase(location), async (at) => {
    const { checkoutStore } = await openCheckoutStore(at);
    return { store: checkoutStore, close: () => checkoutStore.close() };
  });

await printCheckResults(
  checkoutStoreSuite.map(({ name, run }) => ({ name, run: () => run(createFixture) })),
  filter,
);
