import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACCOUNT } from "../../../core/platform/domain/keys/new-key.ts";
import { keptText } from "../../../core/platform/domain/catalogue/kept.ts";
import type { Accounts } from "../../../core/ports/accounts.ts";
import { openAccounts } from "../../../adapters/storage/open.ts";
import { sqlite } from "../../../adapters/storage/sqlite.ts";
import { GROVE } from "./apps.ts";
import { addKeys } from "./keys.ts";

/** Connections: of the account itself two to atlas, and one that is broken to cumulus; of its end user 42 one to cumulus. */
const CONNECTIONS = [
  ["con_1", "", "atlas", "active"],
  ["con_2", "", "atlas", "active"],
  ["con_3", "", "cumulus", "broken"],
  ["con_4", "42", "cumulus", "active"],
] as const;

/** What the rig's platform keeps, in a folder of its own. */
export async function rigAccounts(): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-rig-"));
  const accounts = await openAccounts({ folder });
  await addKeys(accounts);
  await accounts.putApp({ account: ACCOUNT, slug: GROVE.record.slug, added: "2026-11-01T00:00:00.000Z", compiled: keptText({ ...GROVE, report: undefined as never }) });
  const sql = await sqlite(join(folder, "jackfield.db"));
  for (const [id, owner, app, status] of CONNECTIONS) {
    await sql.query("insert into connections (id, account, owner, app, status, document) values ($1, $2, $3, $4, $5, $6)", [id, ACCOUNT, owner, app, status, "{}"]);
  }
  await sql.close();
  await accounts.close();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Accounts of which nothing can be reached; with `but`, all but that. */
export function unreachable(sound: Accounts, { but = [] }: { readonly but?: readonly (keyof Accounts)[] } = {}): Accounts {
  const fail = () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:5432"));
  return new Proxy(sound, { get: (of, name: keyof Accounts) => (but.includes(name) || name === "close" ? of[name] : fail) });
}
