import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { triggerStoreSuite } from "./trigger-store.ts";

await portSuite({
  name: "TriggerStore and EventStore",
  checks: triggerStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const stores = await openPlatformStores(location, { onError: console.error });
    return { store: stores, close: () => stores.keyStore.close() };
  }),
});
