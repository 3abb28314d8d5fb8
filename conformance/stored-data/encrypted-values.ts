import type { Sql } from "../../adapters/storage/sql.ts";
import { DATABASE_KINDS } from "../ports/databases.ts";
import type { Services } from "./services.ts";

/** The columns with encrypted values and the associated data of each value, as 0.1.0 wrote them. */
const ENCRYPTED: Readonly<
  Record<
    string,
    (row: any) => { readonly account: string; readonly id: string; readonly field: string }
  >
> = {
  "connections.sealed": ({ account, id }) => ({ account, id, field: "secrets" }),
  "sign_ins.sealed": ({ state }) => ({ account: "*", id: state, field: "sign_in" }),
  "oauth_clients.sealed": ({ app }) => ({ account: "*", id: app, field: "oauth_client" }),
  "oauth_registrations.sealed": ({ issuer }) => ({
    account: "*",
    id: issuer,
    field: "registration",
  }),
};

const TABLES = [
  "checkouts",
  "claims",
  "notices",
  "sandbox_payments",
  "api_keys",
  "added_apps",
  "connections",
  "begun_links",
  "sign_ins",
  "data_keys",
  "oauth_registrations",
  "oauth_clients",
  "runs",
  "jackfield_migrations",
];

/** Reads every table. */
export async function tablesOf(
  sql: Sql,
): Promise<Record<string, readonly Record<string, unknown>[]>> {
  const { listTables } = DATABASE_KINDS.find(({ driver }) => driver.dialect === sql.dialect)!;
  const found = (await sql.query(listTables)).map(({ name }) => String(name));
  const missing = TABLES.filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`There is no table ${missing.join(", ")}.`);
  return Object.fromEntries(
    await Promise.all(
      found.map(async (name) => [name, await sql.query(`select * from ${name}`)] as const),
    ),
  );
}

/**
 * Decrypts every encrypted value in the database. Throws if a value can't be decrypted or is in an
 * unexpected column.
 */
export async function decryptAll({ sql, connecting }: Services): Promise<Record<string, unknown>> {
  const plaintexts: Record<string, unknown> = {};
  for (const [table, rows] of Object.entries(await tablesOf(sql))) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (
          typeof value !== "string" ||
          !/(^|\W)s1\.[\w-]+\.[\w-]{16}\./.test(value) ||
          table === "data_keys"
        )
          continue;
        const boundTo = ENCRYPTED[`${table}.${column}`];
        if (!boundTo)
          throw new Error(
            `${table}.${column} holds an encrypted value that this test does not know.`,
          );
        const { account, id, field } = boundTo(row);
        const text = await connecting.deps.vault.tryDecrypt(account, value, { id, field });
        if (text === undefined) throw new Error(`${table}.${column} of ${id} can't be decrypted.`);
        plaintexts[`${table} ${id}`] = JSON.parse(text);
      }
    }
  }
  return plaintexts;
}
