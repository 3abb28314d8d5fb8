import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { runStoreSuite } from "./run-store.ts";

await portSuite({
  name: "RunStore",
  checks: runStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const { keyStore, runStore: store } = await openPlatformStores(location);
    return { store, close: () => keyStore.close() };
  }),
});
