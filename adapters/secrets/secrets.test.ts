import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { secretsCommand } from "../cli/secrets.ts";
import { openAccountStores, openConnectionStore } from "../storage/open.ts";
import { secretsFile } from "./key-file.ts";
import { openStoredVault } from "./open-vault.ts";

const KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const OTHER = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
const CONTEXT = { id: "conn_1", field: "secrets" };

let folder: string;
let connectionStore: ConnectionStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  connectionStore = await openConnectionStore({ folder });
});
afterEach(async () => {
  await connectionStore.close();
  rmSync(folder, { recursive: true });
});

const openVaultWith = (secretsKey?: string) =>
  openStoredVault(connectionStore, { secretsKey, dataFolder: folder });
const createOutput = () => {
  const lines: string[] = [];
  return { lines, print: (text: string) => void lines.push(text) };
};

describe("the master key", () => {
  it("is created once by processes that start together, in a file that only this user can read", async () => {
    const vaults = await Promise.all([openVaultWith(), openVaultWith(), openVaultWith()]);
    expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
    const encrypted = await vaults[0]!.encrypt("acc_1", "gho_secret", CONTEXT);
    for (const vault of [...vaults, await openVaultWith()])
      expect(await vault.decrypt("acc_1", encrypted, CONTEXT)).toBe("gho_secret");
  });

  it("never decrypts the credentials of one account or connection for another", async () => {
    const vault = await openVaultWith();
    const encrypted = await vault.encrypt("acc_1", "gho_secret", CONTEXT);
    await expect(vault.decrypt("acc_2", encrypted, CONTEXT)).rejects.toMatchObject({
      rule: "unreadable",
    });
    await expect(
      vault.decrypt("acc_1", encrypted, { ...CONTEXT, id: "conn_2" }),
    ).rejects.toMatchObject({
      rule: "unreadable",
    });
  });

  it("aborts startup with an error that doesn't contain the key if it is the wrong one", async () => {
    await openVaultWith(KEY);
    const error = await openVaultWith(OTHER).catch((error: Error) => error.message);
    expect(error).toMatch(
      /^The database is encrypted with master key [\w-]{12}, but the current key is [\w-]{12}\. Set SECRETS_KEY to the original key/,
    );
    expect(error).not.toContain(OTHER.slice(0, 8));
    await openVaultWith(KEY);
  });

  it("aborts startup if its file is missing or invalid", async () => {
    await openVaultWith();
    const before = readFileSync(secretsFile(folder));
    rmSync(secretsFile(folder));
    await expect(openVaultWith()).rejects.toThrow(
      /^The key file .*secrets-key.json is missing, .*\. Restore the file from a backup/,
    );
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, () => {})).toBe(1);
    expect(existsSync(secretsFile(folder))).toBe(false);
    writeFileSync(secretsFile(folder), "{}");
    await expect(openVaultWith()).rejects.toThrow(
      /contains no valid key\. Restore it from a backup/,
    );
    writeFileSync(secretsFile(folder), before);
    await openVaultWith();
  });

  it.each(["", "x", "c2hvcnQ=", `${KEY},x`, KEY.slice(1)])(
    "is rejected if SECRETS_KEY is %j",
    async (text) => {
      const error = await openVaultWith(text).catch((error: Error) => error.message);
      expect(error).toMatch(/^SECRETS_KEY must be 32 random bytes in base64/);
    },
  );
});

async function readAuditActions(): Promise<string[]> {
  const { auditLog, close } = await openAccountStores({ folder });
  const entries = await auditLog.list(DEFAULT_ACCOUNT, { limit: 10 });
  await close();
  return entries.map(({ action }) => action);
}

describe("npm run secrets", () => {
  it("rotates the key file while running processes continue to decrypt", async () => {
    const running = await openVaultWith();
    const encrypted = await running.encrypt("acc_1", "gho_secret", CONTEXT);
    const { lines, print } = createOutput();
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, print)).toBe(0);
    expect(lines.join("\n")).toContain("Encrypted the data keys of 2 accounts with the new key.");
    expect(await running.decrypt("acc_1", encrypted, CONTEXT)).toBe("gho_secret");
    // A running process encrypts with the previous key, which must be readable until the next
    // rotation.
    const late = await running.encrypt("acc_2", "gho_late", CONTEXT);
    const next = await openVaultWith();
    expect([
      await next.decrypt("acc_1", encrypted, CONTEXT),
      await next.decrypt("acc_2", late, CONTEXT),
    ]).toEqual(["gho_secret", "gho_late"]);
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, print)).toBe(0);
    expect(new Set(await readAuditActions())).toEqual(new Set(["secrets_key.rotated"]));
    const last = await openVaultWith();
    expect([
      await last.decrypt("acc_1", encrypted, CONTEXT),
      await last.decrypt("acc_2", late, CONTEXT),
    ]).toEqual(["gho_secret", "gho_late"]);
    expect(JSON.parse(readFileSync(secretsFile(folder), "utf8")).keys).toHaveLength(2);
  });

  it("rotates from one key in SECRETS_KEY to the next", async () => {
    const encrypted = await (await openVaultWith(KEY)).encrypt("acc_1", "gho_secret", CONTEXT);
    const { lines, print } = createOutput();
    expect(await secretsCommand(["rotate"], { dataFolder: folder, secretsKey: OTHER }, print)).toBe(
      1,
    );
    expect(lines.at(-1)).toContain("is encrypted with master key");
    expect(
      await (await openVaultWith(`${OTHER},${KEY}`)).decrypt("acc_1", encrypted, CONTEXT),
    ).toBe("gho_secret");
    expect(
      await secretsCommand(
        ["rotate"],
        { dataFolder: folder, secretsKey: `${OTHER}, ${KEY}` },
        print,
      ),
    ).toBe(0);
    expect(await (await openVaultWith(OTHER)).decrypt("acc_1", encrypted, CONTEXT)).toBe(
      "gho_secret",
    );
    await expect(openVaultWith(KEY)).rejects.toThrow(/is encrypted with master key/);
  });

  it("shows the keys, and its arguments", async () => {
    const { lines, print } = createOutput();
    expect(await secretsCommand(["show"], { dataFolder: folder }, print)).toBe(0);
    await openVaultWith();
    expect(await secretsCommand(["show"], { dataFolder: folder }, print)).toBe(0);
    expect(await secretsCommand(["turn"], { dataFolder: folder }, print)).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining("has no key file yet"),
      expect.stringMatching(/Back it up.*\n {2}created .* UTC: current$/s),
      expect.stringContaining("show or rotate"),
    ]);
  });
});
