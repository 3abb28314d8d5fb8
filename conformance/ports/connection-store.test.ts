import { describe, it } from "vitest";
import { openConnectionStore } from "../../adapters/storage/open.ts";
import { connectionStoreSuite } from "./connection-store.ts";
import { DATABASE_KINDS, toStorageLocation } from "./databases.ts";
import { formatTitle } from "./runtimes.ts";
import { createStoreFixture } from "./store-fixture.ts";

for (const { name: kind, skipReason, createLocation } of DATABASE_KINDS) {
  describe.skipIf(skipReason)(formatTitle(`ConnectionStore in ${kind}`, skipReason), () => {
    const createFixture = async () => {
      const { location, remove } = await createLocation();
      return createStoreFixture({ location: toStorageLocation(location), remove }, async (at) => {
        const store = await openConnectionStore(at);
        return { store, close: () => store.close() };
      });
    };

    for (const { name, run } of connectionStoreSuite) it(name, () => run(createFixture));
  });
}
