import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { ConnectionStore } from "../../../core/ports/stores/connection-store.ts";
import type { ClientFailure } from "../../../core/ports/stores/oauth-client-store.ts";
import { MAX_LISTED } from "../list-limit.ts";
import type { Sql } from "../sql.ts";
import { executeWithEntry } from "../stores/audit-log.ts";

type ClientQueries = DataKeyQueries & RegistrationQueries & OAuthClientQueries & SecretQueries;

/**
 * Queries for encrypted data keys, OAuth clients, both configured and automatically registered, and
 * the secrets with which apps sign their events.
 */
export const createClientQueries = (sql: Sql): ClientQueries => ({
  ...createDataKeyQueries(sql),
  ...createRegistrationQueries(sql),
  ...createOAuthClientQueries(sql),
  ...createSecretQueries(sql),
});

async function readOne(sql: Sql, text: string, key: string): Promise<string | undefined> {
  return (await sql.query(text, [key])).map((row) => String(row["value"]))[0];
}

type DataKeyQueries = Pick<ConnectionStore, "listDataKeys" | "addDataKey" | "rewrapDataKey">;

const createDataKeyQueries = (sql: Sql): DataKeyQueries => ({
  async listDataKeys() {
    const rows = await sql.query(
      `select account, wrapped from data_keys order by account limit ${MAX_LISTED}`,
    );
    return new Map(rows.map(({ account, wrapped }) => [String(account), String(wrapped)]));
  },
  async addDataKey(account, wrapped) {
    await sql.query(
      "insert into data_keys (account, wrapped) values ($1, $2) on conflict (account) do nothing",
      [account, wrapped],
    );
    return requireValue(
      await readOne(sql, "select wrapped as value from data_keys where account = $1", account),
      "the data key of an account",
    );
  },
  rewrapDataKey: (account, from, to, entry) =>
    executeWithEntry(sql, entry, REWRAP_DATA_KEY, [account, from, to]),
});

type RegistrationQueries = Pick<
  ConnectionStore,
  "findRegistration" | "addRegistration" | "deleteRegistration"
>;

const createRegistrationQueries = (sql: Sql): RegistrationQueries => ({
  findRegistration: (issuer) =>
    readOne(sql, "select sealed as value from oauth_registrations where issuer = $1", issuer),
  async addRegistration(issuer, encryptedClient) {
    await sql.query(
      "insert into oauth_registrations (issuer, sealed) values ($1, $2) on conflict (issuer) do nothing",
      [issuer, encryptedClient],
    );
    return requireValue(
      await readOne(
        sql,
        "select sealed as value from oauth_registrations where issuer = $1",
        issuer,
      ),
      "the registration at an issuer",
    );
  },
  async deleteRegistration(issuer, encryptedClient) {
    await sql.query("delete from oauth_registrations where issuer = $1 and sealed = $2", [
      issuer,
      encryptedClient,
    ]);
  },
});

type OAuthClientQueries = Pick<
  ConnectionStore,
  "findClient" | "saveClient" | "listClients" | "recordClientFailure" | "listClientFailures"
>;

const createOAuthClientQueries = (sql: Sql): OAuthClientQueries => ({
  findClient: (app) =>
    readOne(sql, "select sealed as value from oauth_clients where app = $1", app),
  saveClient: (app, encryptedClient, entry) =>
    encryptedClient === undefined
      ? executeWithEntry(sql, entry, DELETE_CLIENT, [app])
      : executeWithEntry(sql, entry, SAVE_CLIENT, [app, encryptedClient]),
  listClients: async () =>
    (await sql.query(`select app from oauth_clients order by app limit ${MAX_LISTED}`)).map(
      ({ app }) => String(app),
    ),
  async recordClientFailure(app, encryptedClient, failure) {
    // An update that changes nothing writes nothing, because most uses succeed.
    const text = failure === undefined ? null : JSON.stringify(failure);
    await sql.query(
      "update oauth_clients set failure = $3 where app = $1 and sealed = $2 and (failure is not null or cast($3 as text) is not null)",
      [app, encryptedClient, text],
    );
  },
  async listClientFailures() {
    const rows = await sql.query(
      `select app, failure from oauth_clients where failure is not null order by app limit ${MAX_LISTED}`,
    );
    return new Map(
      rows.map(({ app, failure }) => [String(app), JSON.parse(String(failure)) as ClientFailure]),
    );
  },
});

type SecretQueries = Pick<ConnectionStore, "findWebhookSecrets" | "saveWebhookSecrets">;

const createSecretQueries = (sql: Sql): SecretQueries => ({
  findWebhookSecrets: (app) =>
    readOne(sql, "select sealed as value from webhook_secrets where app = $1", app),
  saveWebhookSecrets: (app, encrypted, { previous, entry }) => {
    if (encrypted === undefined)
      return executeWithEntry(sql, entry, DELETE_WEBHOOK_SECRETS, [app, previous ?? ""]);
    return previous === undefined
      ? executeWithEntry(sql, entry, ADD_WEBHOOK_SECRETS, [app, encrypted])
      : executeWithEntry(sql, entry, REPLACE_WEBHOOK_SECRETS, [app, encrypted, previous]);
  },
});

const REWRAP_DATA_KEY =
  "update data_keys set wrapped = $3 where account = $1 and wrapped = $2 returning account";
const SAVE_CLIENT =
  "insert into oauth_clients (app, sealed) values ($1, $2) on conflict (app) do update set sealed = excluded.sealed, failure = null returning app";
const DELETE_CLIENT = "delete from oauth_clients where app = $1 returning app";
const ADD_WEBHOOK_SECRETS =
  "insert into webhook_secrets (app, sealed) values ($1, $2) on conflict (app) do nothing returning app";
const REPLACE_WEBHOOK_SECRETS =
  "update webhook_secrets set sealed = $2 where app = $1 and sealed = $3 returning app";
const DELETE_WEBHOOK_SECRETS =
  "delete from webhook_secrets where app = $1 and sealed = $2 returning app";
