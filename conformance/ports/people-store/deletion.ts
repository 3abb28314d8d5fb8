import assert from "node:assert/strict";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { tablesOf } from "../../stored-data/encrypted-values.ts";
import { ada, check, createEntry, membership, NOW } from "./fixture.ts";

/** A row of every table that contains something of an account. `$1` is the account. */
const ROWS = [
  "insert into api_keys (id, account, fingerprint, created, document) values ('key_1', $1, 'f', '', '{}')",
  "insert into added_apps (account, slug, added, compiled) values ($1, 'a', '', '')",
  `insert into connections (id, account, owner, app, status, is_default, version, leased_until, created, updated, document)
    values ('conn_1', $1, '', 'a', 'active', 0, 1, 0, '', '', '{}')`,
  "insert into tool_lists (connection, account, owner, app, sign_in) values ('conn_1', $1, '', 'a', 1)",
  `insert into runs (id, account, owner, app, tool, status, until, document) values ('run_1', $1, '', 'a', 't', 'failed', 0, '{}')`,
  `insert into triggers (id, account, owner, kind, app, connection, status, revision, next_slot, document)
    values ('trg_1', $1, '', 'event', '', '', 'active', 1, 0, '{}')`,
  `insert into events (id, account, owner, trigger_id, dedupe, type, app, connection, status, revision, document)
    values ('evt_1', $1, '', 'trg_1', 'a', 'event', '', '', 'done', 1, '{}')`,
  "insert into sessions (digest, id, account, person, seen, expires, document) values ('d', 's', $1, 'p', 0, 0, '{}')",
  "insert into tickets (digest, kind, account, expires, spent) values ('d', 'setup', $1, 0, 0)",
];

/** The same for tables without a column for the account. */
const OTHER_ROWS = [
  "insert into begun_links (link, browser, connection, spent, expires) values ('l', 'b', 'c', 0, 0)",
  "insert into sign_ins (state, connection, link, browser, sealed, expires) values ('s', 'c', 'l', 'b', '', 0)",
  "insert into oauth_clients (app, sealed) values ('a', '')",
  "insert into oauth_registrations (issuer, sealed) values ('i', '')",
  "insert into webhook_secrets (app, sealed) values ('a', '')",
  "insert into passkeys (id, person, counter, document) values ('p', 'p', 0, '{}')",
  "insert into identities (issuer, subject, person, linked) values ('i', 's', 'p', '')",
  "insert into mcp_clients (id, created, used, document) values ('m', 0, 0, '{}')",
  "insert into grant_codes (digest, expires, spent, document) values ('g', 0, 0, '{}')",
  "insert into grant_tokens (digest, kind, api_key, expires, spent) values ('g', 'k', 'a', 0, 0)",
];

/** Tables of the site and of the deployment. Jobs contain only IDs, and end when they are due. */
const KEPT = [
  "accounts",
  "checkouts",
  "claims",
  "data_keys",
  "jackfield_migrations",
  "jobs",
  "notices",
  "rates",
  "sandbox_payments",
  "nonces",
];

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

export const deletionChecks = [
  check("deletes everything of an account at the planned time", async ({ store, sql }) => {
    const { peopleStore } = store;
    await peopleStore.addMember(ada, membership(ada), createEntry("member.added"));
    for (const row of ROWS) await sql.query(row, [DEFAULT_ACCOUNT]);
    for (const row of OTHER_ROWS) await sql.query(row);
    await sql.query("update accounts set claimed = 'now', name = 'Acme'");
    const filled = async () =>
      Object.entries(await tablesOf(sql))
        .filter(([name, rows]) => !KEPT.includes(name) && rows.length > 0)
        .map(([name]) => name);
    const names = Object.keys(await tablesOf(sql)).filter((name) => !KEPT.includes(name));
    assert.deepEqual((await filled()).toSorted(), names.toSorted());
    await peopleStore.planDeletion(
      DEFAULT_ACCOUNT,
      { deletes: at(NOW), revoked: at(0) },
      createEntry("account.deletion_planned"),
    );
    assert.equal(await peopleStore.deleteIfPlanned(DEFAULT_ACCOUNT, at(NOW - 1)), false);
    assert.deepEqual((await filled()).toSorted(), names.toSorted());
    assert.equal(await peopleStore.deleteIfPlanned(DEFAULT_ACCOUNT, at(NOW)), true);
    assert.deepEqual(await filled(), []);
    assert.deepEqual(await peopleStore.findAccount(DEFAULT_ACCOUNT), {
      id: DEFAULT_ACCOUNT,
      name: "",
    });
  }),

  check("keeps an account whose deletion was canceled", async ({ store, sql }) => {
    const { peopleStore } = store;
    await sql.query(ROWS[0]!, [DEFAULT_ACCOUNT]);
    const cancel = () => peopleStore.cancelDeletion(DEFAULT_ACCOUNT, createEntry("account.kept"));
    assert.equal(await cancel(), false);
    await peopleStore.planDeletion(
      DEFAULT_ACCOUNT,
      { deletes: at(NOW), revoked: at(0) },
      createEntry("account.deletion_planned"),
    );
    assert.deepEqual(await sql.query("select revoked from api_keys"), [{ revoked: at(0) }]);
    assert.equal((await peopleStore.findAccount(DEFAULT_ACCOUNT))!.deletes, at(NOW));
    assert.equal(await cancel(), true);
    assert.equal(await peopleStore.deleteIfPlanned(DEFAULT_ACCOUNT, at(NOW)), false);
    assert.equal((await sql.query("select id from api_keys")).length, 1);
  }),
];
