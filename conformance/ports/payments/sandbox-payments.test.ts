import { openCheckoutStore } from "../../../adapters/storage/open.ts";
import { createNeighbor, DATABASE_KINDS, toStorageLocation } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { paymentsSuite } from "./payments.ts";
import { createSandboxFixture, sandboxChecks } from "./sandbox-fixture.ts";

await portSuite({
  name: "PaymentProvider: sandbox",
  checks: [...paymentsSuite, ...sandboxChecks],
  program: import.meta.filename,
  open: () => createSandboxFixture(),
});

await portSuite({
  name: "PaymentProvider: sandbox",
  checks: paymentsSuite,
  databases: DATABASE_KINDS.filter(({ name }) => name === "postgres"),
  async open(location) {
    const database = await createNeighbor(location);
    const { sql } = await openCheckoutStore(toStorageLocation(database.location));
    const fixture = await createSandboxFixture({ database: sql });
    return { ...fixture, close: () => fixture.close().then(database.remove) };
  },
});
