import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { openConnections, type Place } from "../../adapters/storage/open.ts";
import type { Connections } from "../../core/ports/connections.ts";
import { startPostgres, whyNoPostgres } from "../rig/postgres.ts";
import { type ConnectionsRig, connectionsSuite } from "./connections.ts";

const whyNot = whyNoPostgres();

const DRIVERS: readonly {
  readonly name: string;
  readonly whyNot?: string | undefined;
  place(): Promise<{ readonly place: Place; remove(): Promise<void> | void }>;
}[] = [
  {
    name: "sqlite",
    async place() {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      return { place: { folder }, remove: () => rmSync(folder, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    whyNot,
    async place() {
      const { url, drop } = await (await startPostgres()).database();
      return { place: { url, folder: "/nowhere" }, remove: drop };
    },
  },
];

describe.each(DRIVERS)("Connections in $name", ({ whyNot, place: make }) => {
  describe.skipIf(whyNot)(whyNot ?? "", () => {
    it.each(connectionsSuite.map((check) => [check.name, check] as const))(
      "%s",
      async (_, { run }) => {
        const { place, remove } = await make();
        const all: Connections[] = [];
        const again = async () => {
          const opened = await openConnections(place);
          all.push(opened);
          return opened;
        };
        const rig: ConnectionsRig = { connections: await again(), again, close: async () => {} };
        try {
          await run(rig);
        } finally {
          for (const each of all) await each.close();
          await remove();
        }
      },
    );
  });
});
