// Runs the suite on the current runtime. Usage: run.ts [PostgreSQL URL] [part of a check's name]
import process from "node:process";
import { openKeyStore } from "../../../adapters/storage/open.ts";
import { printCheckResults } from "../check-results.ts";
import { type KeyStoreFixture, keyStoreSuite } from "../key-store.ts";
import { createEmptyDatabase, createStoreFixture } from "../store-fixture.ts";

const [location, filter] = process.argv.slice(2);

async function createFixture(): Promise<KeyStoreFixture> {
  const database = await createEmptyDatabase(location);
  const fixture = await createStoreFixture(database, async (at) => {
    const store = await openKeyStore(at);
    return { store, close: () => store.close() };
  });
  const sql = await database.openSql();
  return {
    ...fixture,
    sql,
    async close() {
      await sql.close();
      await fixture.close();
    },
  };
}

await printCheckResults(
  keyStoreSuite.map(({ name, run }) => ({ name, run: () => run(createFixture) })),
  filter,
);
