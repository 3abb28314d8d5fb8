import assert from "node:assert/strict";
import type { AccountsCheck, AccountsRig } from "../accounts.ts";
import { check } from "./check.ts";

let last = 0;
const connect = (
  { sql }: Pick<AccountsRig, "sql">,
  account: string,
  owner: string,
  app: string,
  status = "active",
) =>
  sql.query(
    "insert into connections (id, account, owner, app, status, is_default, version, leased_until, created, updated, document) values ($1, $2, $3, $4, $5, 0, 1, 0, $6, $6, $7)",
    [`con_${++last}`, account, owner, app, status, "2026-11-01T00:00:00.000Z", "{}"],
  );

/** What is promised of connections, as far as they are counted. */
export const connectionChecks: readonly AccountsCheck[] = [
  check("counts no connections where there are none", async ({ accounts }) =>
    assert.deepEqual(await accounts.connections("acc_1", undefined), new Map()),
  ),

  check("counts an account's own connections by app, and none that are broken", async (rig) => {
    await connect(rig, "acc_1", "", "atlas");
    await connect(rig, "acc_1", "", "atlas");
    await connect(rig, "acc_1", "", "basil");
    await connect(rig, "acc_1", "", "basil", "broken");
    await connect(rig, "acc_1", "", "cumulus", "pending");
    const counts = await rig.accounts.connections("acc_1", undefined);
    assert.deepEqual([...counts].sort(), [
      ["atlas", 2],
      ["basil", 1],
    ]);
  }),

  check("counts an end user's connections apart, and another account's", async (rig) => {
    await connect(rig, "acc_1", "", "atlas");
    await connect(rig, "acc_1", "42", "basil");
    await connect(rig, "acc_1", "4", "drift");
    await connect(rig, "acc_2", "42", "atlas");
    assert.deepEqual([...(await rig.accounts.connections("acc_1", "42"))], [["basil", 1]]);
    assert.deepEqual([...(await rig.accounts.connections("acc_1", undefined))], [["atlas", 1]]);
    assert.deepEqual([...(await rig.accounts.connections("acc_2", "42"))], [["atlas", 1]]);
    assert.deepEqual([...(await rig.accounts.connections("acc_2", undefined))], []);
  }),
];
