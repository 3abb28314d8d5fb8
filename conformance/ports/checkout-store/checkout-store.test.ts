import { openCheckoutStore } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { checkoutStoreSuite } from "./checkout-store.ts";

await portSuite({
  name: "CheckoutStore",
  checks: checkoutStoreSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const { checkoutStore: store } = await openCheckoutStore(location);
    return { store, close: () => store.close() };
  }),
});
