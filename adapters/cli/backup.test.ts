import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { encodeBase64url } from "../../core/lib/kit/bytes/base64.ts";
import { openStoredVault } from "../secrets/open-vault.ts";
import { readOrCreateKeys } from "../signing/rotate.ts";
import { openConnectionStore } from "../storage/open.ts";
import { backupCommand, restoreCommand } from "./backup.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "jackfield-"));
});
afterEach(() => rmSync(base, { recursive: true }));

const inBase = (name: string) => join(base, name);

async function run(
  command: typeof backupCommand,
  args: readonly string[],
  { data = "data", secretsKey }: { data?: string; secretsKey?: string } = {},
) {
  const lines: string[] = [];
  const settings = { dataFolder: inBase(data), secretsKey };
  const code = await command(args, settings, (line) => lines.push(line));
  return `${code} ${lines.join("\n")}`.replaceAll(base, "BASE");
}

const readVault = async (data: string, secretsKey?: string) => {
  const store = await openConnectionStore({ folder: inBase(data) });
  const opened = await openStoredVault(store, { dataFolder: inBase(data), secretsKey }).then(
    async (vault) => vault.encrypt("acc", "text", { id: "a", field: "b" }),
    (error: Error) => error.message,
  );
  await store.close();
  return opened;
};

it("keeps keys out of backups, and restores them from a file of their own", async () => {
  expect(await readVault("data")).toMatch(/^s1\./);
  const signing = await readOrCreateKeys(inBase("data"), 1);
  const { keys } = JSON.parse(readFileSync(inBase("data/secrets-key.json"), "utf8"));

  expect(await run(backupCommand, [inBase("backup.gz")])).toMatch(
    /^0 Wrote \d+ rows and 0 jobs to BASE\/backup\.gz\. The keys aren't in it\. To back them up, run: npm run backup -- --keys FILE$/,
  );
  const text = gunzipSync(readFileSync(inBase("backup.gz"))).toString();
  for (const secret of [keys[0].key, signing[0]!.jwk.d]) expect(text).not.toContain(secret);

  expect(await run(backupCommand, ["--keys", inBase("keys")])).toMatch(
    /^0 Wrote 1 encryption key and 1 signing key to BASE\/keys\. Keep it apart /,
  );
  expect((statSync(inBase("keys")).mode & 0o777).toString(8)).toBe("600");
  expect(await run(backupCommand, ["--keys", inBase("keys")])).toBe(
    "1 BASE/keys exists already. Choose another name.",
  );

  expect(await run(restoreCommand, [inBase("backup.gz")], { data: "new" })).toMatch(
    /^0 Restored \d+ rows and 0 jobs of the backup of 20.+ UTC\. Before the start, restore the keys or set SECRETS_KEY\.$/,
  );
  expect(await readVault("new")).toMatch(/^The key file .+ is missing/);
  expect(await run(restoreCommand, ["--keys", inBase("keys")], { data: "new" })).toBe(
    "0 Restored 1 encryption key and 1 signing key in BASE/new.",
  );
  expect(await readVault("new")).toMatch(/^s1\./);
  expect(await readOrCreateKeys(inBase("new"), 2)).toEqual(signing);
  expect((statSync(inBase("new/secrets-key.json")).mode & 0o777).toString(8)).toBe("600");
  expect(await run(restoreCommand, ["--keys", inBase("keys")], { data: "new" })).toMatch(
    /^1 BASE\/new\/secrets-key\.json exists already, and its keys may be in use\./,
  );
});

it("backs up SECRETS_KEY like a key file, and restores it where it isn't set", async () => {
  const secretsKey = `${encodeBase64url(new Uint8Array(32).fill(1))},${"02".repeat(32)}`;
  expect(await readVault("data", secretsKey)).toMatch(/^s1\./);
  await run(backupCommand, [inBase("backup.gz")]);
  expect(await run(backupCommand, ["--keys", inBase("keys")], { secretsKey })).toMatch(
    /^0 Wrote 2 encryption keys and 0 signing keys/,
  );
  await run(restoreCommand, [inBase("backup.gz")], { data: "new" });
  expect(await run(restoreCommand, ["--keys", inBase("keys")], { data: "new", secretsKey })).toBe(
    "0 Restored 0 encryption keys and 0 signing keys in BASE/new. SECRETS_KEY is set, so its keys are used instead of those in the file.",
  );
  expect(await run(restoreCommand, ["--keys", inBase("keys")], { data: "new" })).toMatch(
    /^0 Restored 2 encryption keys/,
  );
  expect(await readVault("new")).toMatch(/^s1\./);
});

it("explains what can't be backed up or restored", async () => {
  expect(await run(backupCommand, [])).toBe(
    "1 Pass one file.\nList the options: npm run backup -- --help",
  );
  expect(await run(backupCommand, ["--key", "a"])).toContain(
    'Unknown option "--key". Did you mean --keys?',
  );
  expect(await run(backupCommand, ["--keys", inBase("keys")])).toBe(
    "1 There are no keys in BASE/data yet. The first start creates them.",
  );
  expect(await run(restoreCommand, ["--keys", inBase("keys")])).toBe("1 BASE/keys doesn't exist.");
  await readVault("data");
  await run(backupCommand, [inBase("backup.gz")]);
  expect(await run(restoreCommand, ["--keys", inBase("backup.gz")], { data: "new" })).toBe(
    "1 BASE/backup.gz is not a file of keys that this version of Jackfield can read.",
  );
  expect(await run(restoreCommand, ["--help"])).toMatch(
    /npm run restore -- FILE .+\n +--keys FILE /,
  );
});
