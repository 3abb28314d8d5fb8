import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { openConnectionStore, type StorageLocation } from "../../adapters/storage/open.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { type ConnectionStoreFixture, connectionStoreSuite } from "./connection-store.ts";

const skipReason = postgresSkipReason();

const DRIVERS: readonly {
  readonly name: string;
  readonly skipReason?: string | undefined;
  createLocation(): Promise<{
    readonly createLocation: StorageLocation;
    remove(): Promise<void> | void;
  }>;
}[] = [
  {
    name: "sqlite",
    async createLocation() {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      return { createLocation: { folder }, remove: () => rmSync(folder, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    skipReason,
    async createLocation() {
      const { url, drop } = await (await startPostgres()).database();
      return { createLocation: { url, folder: "/nowhere" }, remove: drop };
    },
  },
];

describe.each(DRIVERS)("Connections in $name", ({ skipReason: whyNot, createLocation: make }) => {
  describe.skipIf(whyNot)(whyNot ?? "", () => {
    it.each(connectionStoreSuite.map((check) => [check.name, check] as const))(
      "%s",
      async (_, { run }) => {
        const { createLocation, remove } = await make();
        const all: ConnectionStore[] = [];
        const reopen = async () => {
          const opened = await openConnectionStore(createLocation);
          all.push(opened);
          return opened;
        };
        const fixture: ConnectionStoreFixture = {
          connections: await reopen(),
          reopen,
          close: async () => {},
        };
        try {
          await run(fixture);
        } finally {
          for (const each of all) await each.close();
          await remove();
        }
      },
    );
  });
});
