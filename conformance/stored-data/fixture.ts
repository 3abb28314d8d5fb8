import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { backupCommand, restoreCommand } from "../../adapters/cli/backup.ts";
import { startPostgres } from "../fixtures/postgres.ts";

const VERSION = join(import.meta.dirname, "0.1.0");

/** The products that the stored checkouts refer to. */
export const PRODUCTS_FILE = join(VERSION, "products.json");

/** For each database, the stored data in plain text and the API responses of 0.1.0. */
export const EXPECTED = JSON.parse(readFileSync(join(VERSION, "expected.json"), "utf8"));

export type DatabaseKind = "sqlite" | "postgres";

/** A copy of the stored data that a test may change. */
export interface RestoredData {
  readonly dataDir: string;
  /** `undefined` for SQLite, whose database is a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Deletes the copy. */
  remove(): Promise<void>;
}

/** Copies the data folder, and loads the database dump into a new PostgreSQL database. */
export async function restoreData(kind: DatabaseKind): Promise<RestoredData> {
  const data = await createEmpty(kind);
  cpSync(join(VERSION, kind), data.dataDir, { recursive: true });
  if (data.databaseUrl !== undefined) {
    const client = new pg.Client({ connectionString: data.databaseUrl });
    await client.connect();
    await client.query(readFileSync(join(VERSION, "postgres.sql"), "utf8"));
    await client.end();
  }
  return data;
}

/**
 * Moves a copy of the stored data to a database of the other kind, by the commands that operators
 * use: `backup` and `restore`, also of the keys.
 */
export async function moveData(kind: DatabaseKind): Promise<RestoredData> {
  const source = await restoreData(kind);
  const target = await createEmpty(kind === "sqlite" ? "postgres" : "sqlite");
  const files = mkdtempSync(join(tmpdir(), "jackfield-backup-"));
  const run = async (command: typeof backupCommand, data: RestoredData, args: string[]) => {
    const lines: string[] = [];
    const settings = { databaseUrl: data.databaseUrl, dataFolder: data.dataDir };
    if ((await command(args, settings, (line) => lines.push(line))) !== 0)
      throw new Error(lines.join("\n"));
  };
  for (const args of [[join(files, "backup")], ["--keys", join(files, "keys")]]) {
    await run(backupCommand, source, args);
    await run(restoreCommand, target, args);
  }
  await source.remove();
  rmSync(files, { recursive: true });
  return target;
}

async function createEmpty(kind: DatabaseKind): Promise<RestoredData> {
  const dataDir = mkdtempSync(join(tmpdir(), "jackfield-stored-data-"));
  const database = kind === "postgres" ? await (await startPostgres()).database() : undefined;
  return {
    dataDir,
    databaseUrl: database?.url,
    async remove() {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fields of API responses that were renamed after 0.1.0. */
const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  auth_id: "auth_method",
  is_default: "default",
  is_own: "own",
};

/** Codes in API responses that were renamed after 0.1.0. A migration renames the stored ones. */
const RENAMED_CODES: Readonly<Record<string, string>> = {
  not_renewable: "not_refreshable",
  renewal_failing: "refresh_failing",
};

/** Converts a response of 0.1.0 to the field names and codes of this version. */
export const withCurrentNames = <Value>(response: Value): Value =>
  JSON.parse(JSON.stringify(response), function (name, value) {
    const newName = RENAMED_FIELDS[name];
    if (newName) this[newName] = value;
    if (newName) return undefined;
    return name === "code" ? (RENAMED_CODES[value] ?? value) : value;
  });

/** Copies an object without the named fields. */
export const without = ({ ...value }: Record<string, any>, ...names: string[]) => {
  for (const name of names) delete value[name];
  return value;
};

/** The checkout endpoints of the three protocols. */
export const REST = "/agent/commerce/checkouts";
export const UCP = "/agent/commerce/ucp/checkout-sessions";
export const ACP = "/agent/commerce/acp/checkout_sessions";

export const UCP_HEADERS = { "ucp-agent": 'profile="https://agent.example/profile.json"' };
export const ACP_HEADERS = { "api-version": "2026-04-17" };

/** Fills in the form of the sandbox's payment page. */
export const paymentForm = (cardNumber: string) => ({
  email: "new@shop.example",
  name: "New Buyer",
  street: "Low Street 2",
  postal_code: "12345",
  city: "Town",
  country: "DE",
  card_number: cardNumber,
  card_expiry: "12 / 34",
  card_code: "123",
});
