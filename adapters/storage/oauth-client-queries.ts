import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import type { Sql } from "./sql.ts";

/**
 * Queries for encrypted data keys and OAuth clients, both configured and automatically registered.
 */
export function createClientQueries(
  sql: Sql,
): Pick<
  ConnectionStore,
  | "listDataKeys"
  | "addDataKey"
  | "rewrapDataKey"
  | "findRegistration"
  | "addRegistration"
  | "deleteRegistration"
  | "findClient"
  | "saveClient"
  | "listClients"
> {
  const readOne = async (text: string, key: string) =>
    (await sql.query(text, [key])).map((row) => String(row["value"]))[0];
  return {
    async listDataKeys() {
      const rows = await sql.query("select account, wrapped from data_keys");
      return new Map(rows.map(({ account, wrapped }) => [String(account), String(wrapped)]));
    },
    async addDataKey(account, wrapped) {
      await sql.query(
        "insert into data_keys (account, wrapped) values ($1, $2) on conflict (account) do nothing",
        [account, wrapped],
      );
      return (await readOne("select wrapped as value from data_keys where account = $1", account))!;
    },
    async rewrapDataKey(account, from, to) {
      const rows = await sql.query(
        "update data_keys set wrapped = $3 where account = $1 and wrapped = $2 returning account",
        [account, from, to],
      );
      return rows.length > 0;
    },

    findRegistration: (issuer) =>
      readOne("select sealed as value from oauth_registrations where issuer = $1", issuer),
    async addRegistration(issuer, encryptedClient) {
      await sql.query(
        "insert into oauth_registrations (issuer, sealed) values ($1, $2) on conflict (issuer) do nothing",
        [issuer, encryptedClient],
      );
      return (await readOne(
        "select sealed as value from oauth_registrations where issuer = $1",
        issuer,
      ))!;
    },
    async deleteRegistration(issuer, encryptedClient) {
      await sql.query("delete from oauth_registrations where issuer = $1 and sealed = $2", [
        issuer,
        encryptedClient,
      ]);
    },

    findClient: (app) => readOne("select sealed as value from oauth_clients where app = $1", app),
    async saveClient(app, encryptedClient) {
      if (encryptedClient === undefined)
        await sql.query("delete from oauth_clients where app = $1", [app]);
      else
        await sql.query(
          "insert into oauth_clients (app, sealed) values ($1, $2) on conflict (app) do update set sealed = excluded.sealed",
          [app, encryptedClient],
        );
    },
    listClients: async () =>
      (await sql.query("select app from oauth_clients order by app")).map(({ app }) => String(app)),
  };
}
