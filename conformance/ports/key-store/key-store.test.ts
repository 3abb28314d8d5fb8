import { openKeyStore } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { keyStoreSuite } from "./key-store.ts";

await portSuite({
  name: "KeyStore",
  checks: keyStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const store = await openKeyStore(location);
    return { store, close: () => store.close() };
  }),
});
