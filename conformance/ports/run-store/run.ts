// Runs the suite on the current runtime. Usage: run.ts [PostgreSQL URL] [part of a check's name]
import process from "node:process";
import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { printCheckResults } from "../check-results.ts";
import { runStoreSuite } from "../run-store.ts";
import { createEmptyDatabase, createStoreFixture } from "../store-fixture.ts";

const [location, filter] = process.argv.slice(2);

const createFixture = async () =>
  createStoreFixture(await createEmptyDatabase(location), async (at) => {
    const { keyStore, runStore } = await openPlatformStores(at);
    return { store: runStore, close: () => keyStore.close() };
  });

await printCheckResults(
  runStoreSuite.map(({ name, run }) => ({ name, run: () => run(createFixture) })),
  filter,
);
