import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyStore } from "../../../adapters/storage/open.ts";
import { serializeCompiledApp } from "../../../core/platform/domain/catalogue/kept.ts";
import { DEFAULT_ACCOUNT } from "../../../core/platform/domain/keys/new-key.ts";
import { ADDED_APP } from "./apps.ts";
import { addKeys } from "./keys.ts";

/** What the rig's platform keeps, in a folder of its own. */
export async function createDataFolder(): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-rig-"));
  const accounts = await openKeyStore({ folder });
  await addKeys(accounts);
  await accounts.saveApp({
    account: DEFAULT_ACCOUNT,
    slug: ADDED_APP.record.slug,
    added: "2026-11-01T00:00:00.000Z",
    compiled: serializeCompiledApp({ ...ADDED_APP, report: undefined as never }),
  });
  await accounts.close();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A place of which nothing can be reached; with `but`, all but that. */
export function createUnreachable<Kept extends object>(
  unmodified: Kept,
  { except = [] }: { readonly except?: readonly (keyof Kept)[] } = {},
): Kept {
  const fail = () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:5432"));
  return new Proxy(unmodified, {
    get: (of, name) =>
      except.includes(name as keyof Kept) || name === "close" ? of[name as keyof Kept] : fail,
  });
}
