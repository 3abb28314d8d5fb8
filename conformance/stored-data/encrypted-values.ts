import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "../../adapters/storage/sql.ts";
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
  const found = (await sql.query(sql.dialect.listTables)).map(({ name }) => String(name));
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

/** Objects whose property names come from apps and users. */
const OPEN_OBJECTS = new Set([
  "values",
  "fields",
  "secret",
  "arguments",
  "headers",
  "placements",
  "input",
  "$defs",
]);

/** Lists the path of every property in a JSON value, such as `lines[].offer.id`. */
function propertyPaths(value: unknown, parent = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => propertyPaths(each, `${parent}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = parent ? `${parent}.${name}` : name;
    const isOpen = OPEN_OBJECTS.has(name) && !Array.isArray(member);
    return [path, ...(isOpen ? [] : propertyPaths(member, path))];
  });
}

/**
 * Lists every stored property: columns, properties of JSON values, encrypted or not, and
 * properties in the files of `DATA_DIR`.
 */
export async function readStoredProperties(
  services: Services,
  dataDir: string,
): Promise<Set<string>> {
  const properties = new Set<string>();
  const addAll = (location: string, value: unknown) => {
    for (const path of propertyPaths(value)) properties.add(`${location}: ${path}`);
  };
  for (const [table, rows] of Object.entries(await tablesOf(services.sql))) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        properties.add(`${table}: ${column}`);
        if (typeof value === "string" && value.startsWith("{") && column !== "result")
          addAll(`${table}.${column}`, JSON.parse(value));
      }
    }
  }
  for (const [name, value] of Object.entries(await decryptAll(services)))
    addAll(`${name.split(" ")[0]}.sealed`, value);
  for (const file of ["secrets-key.json", "signing-keys.json"])
    addAll(file, JSON.parse(readFileSync(join(dataDir, file), "utf8")));
  return properties;
}
