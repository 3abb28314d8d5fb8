import { describe, expect, it, onTestFinished } from "vitest";
import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS, toStorageLocation } from "../databases.ts";
import { LISTS, type ListProbe, OTHER_METHODS, type Stores } from "./probes.ts";
import { insertRows } from "./rows.ts";

/** More rows than the longest list has. */
const MANY = 10_050;
const FOREIGN = 100_000;

describe.each(DATABASE_KINDS)("Lists of the stores in $name", (kind) => {
  const open = async (): Promise<Stores> => {
    const { location, remove } = await kind.createLocation();
    const stores = await openPlatformStores(toStorageLocation(location), {
      onError: console.error,
    });
    onTestFinished(async () => {
      await stores.keyStore.close();
      await remove();
    });
    return stores;
  };

  /** The methods of an object, also those of its class. */
  const methodNames = (store: object): readonly string[] => {
    const prototype: object = Object.getPrototypeOf(store);
    const inherited = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
    return [...Object.keys(store), ...inherited.filter((name) => name !== "constructor")];
  };

  it.skipIf(kind.skipReason)("are all known", async () => {
    const { sql: _, ...stores } = await open();
    const found = Object.entries(stores).flatMap(([name, store]) =>
      methodNames(store).map((method) => `${name}.${method}`),
    );
    const known = Object.entries(OTHER_METHODS).flatMap(([name, methods]) =>
      methods.split(" ").map((method) => `${name}.${method}`),
    );
    expect(found.toSorted()).toEqual([...known, ...Object.keys(LISTS)].toSorted());
  });

  it.skipIf(kind.skipReason).each(Object.entries(LISTS))(
    "%s is scoped and bounded",
    async (_, probe) => {
      const stores = await open();
      await empty(stores, probe);
      const { limit, foreign } = probe;
      if (foreign) {
        await insert(stores, probe, foreign, [FOREIGN, FOREIGN + 2]);
        expect(await probe.read(stores)).toBe(0);
      } else expect(probe.reason).toBeDefined();
      await insert(stores, probe, {}, [1, 1]);
      expect(await probe.read(stores)).toBe(1);
      await insert(stores, probe, {}, [2, Math.min(limit + 50, MANY)]);
      expect(await probe.read(stores)).toBe(Math.min(limit, MANY));
    },
  );
});

/** Deletes the rows that migrations add. */
async function empty({ sql }: Stores, { table, joined }: ListProbe): Promise<void> {
  for (const each of [table, ...(joined ? [joined.table] : [])])
    await sql.query(`delete from ${each}`);
}

async function insert(
  { sql }: Stores,
  { table, unique, joined }: ListProbe,
  columns: Readonly<Record<string, string>>,
  range: readonly [number, number],
): Promise<void> {
  if (joined) await insertRows(sql, joined.table, joined.unique, range);
  await insertRows(sql, table, { ...unique, ...columns }, range);
}
