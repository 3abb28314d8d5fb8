import assert from "node:assert/strict";
import type { KeyStoreCheck, KeyStoreFixture } from "../key-store.ts";
import { check } from "./check.ts";

let connectionCount = 0;

/** Inserts a row directly, because `KeyStore` only counts connections. */
const insertConnection = (
  { sql }: Pick<KeyStoreFixture, "sql">,
  account: string,
  owner: string,
  app: string,
  status = "active",
) =>
  sql.query(
    "insert into connections (id, account, owner, app, status, is_default, version, leased_until, created, updated, document) values ($1, $2, $3, $4, $5, 0, 1, 0, $6, $6, $7)",
    [`con_${++connectionCount}`, account, owner, app, status, "2026-11-01T00:00:00.000Z", "{}"],
  );

export const connectionChecks: readonly KeyStoreCheck[] = [
  check("returns an empty map without connections", async ({ store }) =>
    assert.deepEqual(await store.countConnections("acc_1", undefined), new Map()),
  ),

  check("counts an account's active connections by app", async (fixture) => {
    await insertConnection(fixture, "acc_1", "", "atlas");
    await insertConnection(fixture, "acc_1", "", "atlas");
    await insertConnection(fixture, "acc_1", "", "basil");
    await insertConnection(fixture, "acc_1", "", "basil", "broken");
    await insertConnection(fixture, "acc_1", "", "cumulus", "pending");
    const counts = await fixture.store.countConnections("acc_1", undefined);
    assert.deepEqual([...counts].sort(), [
      ["atlas", 2],
      ["basil", 1],
    ]);
  }),

  check("counts connections of each end user and account separately", async (fixture) => {
    await insertConnection(fixture, "acc_1", "", "atlas");
    await insertConnection(fixture, "acc_1", "42", "basil");
    await insertConnection(fixture, "acc_1", "4", "drift");
    await insertConnection(fixture, "acc_2", "42", "atlas");
    assert.deepEqual([...(await fixture.store.countConnections("acc_1", "42"))], [["basil", 1]]);
    assert.deepEqual(
      [...(await fixture.store.countConnections("acc_1", undefined))],
      [["atlas", 1]],
    );
    assert.deepEqual([...(await fixture.store.countConnections("acc_2", "42"))], [["atlas", 1]]);
    assert.deepEqual([...(await fixture.store.countConnections("acc_2", undefined))], []);
  }),
];
