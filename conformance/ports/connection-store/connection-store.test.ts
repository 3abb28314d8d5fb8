import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { connectionStoreSuite } from "./connection-store.ts";

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
