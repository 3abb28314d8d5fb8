import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAccounts } from "../../../adapters/storage/open.ts";
import { keptText } from "../../../core/platform/domain/catalogue/kept.ts";
import { ACCOUNT } from "../../../core/platform/domain/keys/new-key.ts";
import { GROVE } from "./apps.ts";
import { addKeys } from "./keys.ts";

/** What the rig's platform keeps, in a folder of its own. */
export async function rigAccounts(): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-rig-"));
  const accounts = await openAccounts({ folder });
  await addKeys(accounts);
  await accounts.putApp({
    account: ACCOUNT,
    slug: GROVE.record.slug,
    added: "2026-11-01T00:00:00.000Z",
    compiled: keptText({ ...GROVE, report: undefined as never }),
  });
  await accounts.close();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A place of which nothing can be reached; with `but`, all but that. */
export function unreachable<Kept extends object>(
  sound: Kept,
  { but = [] }: { readonly but?: readonly (keyof Kept)[] } = {},
): Kept {
  const fail = () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:5432"));
  return new Proxy(sound, {
    get: (of, name) =>
      but.includes(name as keyof Kept) || name === "close" ? of[name as keyof Kept] : fail,
  });
}
