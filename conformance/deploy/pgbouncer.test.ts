import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pgbouncerSkipReason, startPgbouncer } from "../fixtures/pgbouncer.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { createTriggerFixture } from "../triggers/trigger-fixture.ts";

const skipReason = postgresSkipReason() ?? pgbouncerSkipReason();

describe.skipIf(skipReason)(
  `PgBouncer in transaction mode${skipReason ? ` (${skipReason})` : ""}`,
  () => {
    let database: Awaited<ReturnType<Awaited<ReturnType<typeof startPostgres>>["database"]>>;
    let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>;
    beforeAll(async () => {
      database = await (await startPostgres()).database();
      pgbouncer = await startPgbouncer(database.url);
    });
    afterAll(async () => {
      await pgbouncer?.stop();
      await database?.drop();
    });

    it("migrates, acts on events with jobs, and reads with a cursor", async () => {
      const databaseUrl = pgbouncer.urlOf(database.url);
      const fixture = await createTriggerFixture({ databaseUrl });
      const { trigger } = await fixture.create({
        watch: { kind: "event" },
        actions: [
          { kind: "run", tool: "notes.create_note", arguments: { text: "${event.data.title}" } },
        ],
      });
      const titles = Array.from({ length: 30 }, (_, at) => `note ${at}`);
      // More requests at once than connections to the server.
      await Promise.all(
        titles.map((title) =>
          fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title } }),
        ),
      );
      await fixture.work();
      const texts = fixture.requestsTo("/notes").map(({ body }) => JSON.parse(body).text);
      expect(texts.toSorted()).toEqual(titles.toSorted());
      expect(fixture.errors).toEqual([]);
      // A backup reads with a cursor.
      const { sql } = fixture.parts;
      const events = await sql.snapshot(async ({ stream }) => {
        const rows = [];
        for await (const row of stream("select id from events")) rows.push(row);
        return rows;
      });
      expect(events).toHaveLength(titles.length);
    });
  },
);
