import { openAccountStores, openKeyStore } from "../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "./databases.ts";
import { grantStoreSuite } from "./grant-store.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "GrantStore",
  checks: grantStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const { close, ...stores } = await openAccountStores(location);
    const keyStore = await openKeyStore(location);
    return {
      store: { ...stores, keyStore },
      async close() {
        await close();
        await keyStore.close();
      },
    };
  }),
});
