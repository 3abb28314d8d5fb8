import { openAccountStores } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { accountStoresSuite } from "./people-store.ts";

await portSuite({
  name: "PeopleStore, SessionStore and AuditLog",
  checks: accountStoresSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const store = await openAccountStores(location);
    return { store, close: store.close };
  }),
});
