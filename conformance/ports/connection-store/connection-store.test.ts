import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { connectionStoreSuite } from "./connection-store.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";

await portSuite({
  name: "ConnectionStore",
  checks: connectionStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const { connectionStore, jobQueue, keyStore } = await openPlatformStores(location);
    return { store: { ...connectionStore, jobQueue }, close: () => keyStore.close() };
  }),
});
