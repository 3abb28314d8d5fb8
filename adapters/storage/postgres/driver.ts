import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { DatabaseUrls, StorageDriver, StorageLocation } from "../driver.ts";
import { postgresDialect } from "./dialect.ts";
import { explainDatabaseError } from "./explain-error.ts";
import { POSTGRES_URLS } from "./url.ts";

const toUrl = ({ url }: StorageLocation) => new URL(requireValue(url, "the URL of the database"));

export const postgresDriver: StorageDriver & { readonly urls: DatabaseUrls } = {
  dialect: postgresDialect,
  label: "PostgreSQL",
  urls: POSTGRES_URLS,
  async open(location, options) {
    const { openPostgres } = await import("./sql.ts");
    return openPostgres(toUrl(location), options);
  },
  async createJobEngine(sql, options) {
    const { createPgBossEngine } = await import("../../jobs/pg-boss.ts");
    return createPgBossEngine(sql, options);
  },
  async *readJobs(snapshot) {
    const { readPgBossJobs } = await import("../../jobs/stored-pg-boss-jobs.ts");
    yield* readPgBossJobs(snapshot);
  },
  explainError: (error, location) => explainDatabaseError(error, toUrl(location)),
  describe: (location) => `the database at ${toUrl(location).host}${toUrl(location).pathname}`,
  exists: () => true,
  async diagnose(location) {
    const sql = await postgresDriver.open(location);
    try {
      await sql.query("select 1");
      return { place: `in the database at ${toUrl(location).host}` };
    } catch (error) {
      return {
        problem: explainDatabaseError(error, toUrl(location)),
        hint: "Check DATABASE_URL, and whether the database is running.",
      };
    } finally {
      await sql.close();
    }
  },
};
