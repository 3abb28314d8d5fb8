import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openVault } from "../../core/index.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import { oauthClientsCommand } from "../oauth-clients.ts";
import { openConnectionStore } from "../storage/open.ts";
import { secretsCommand } from "./command.ts";
import { secretsFile } from "./key-file.ts";
import { openMasterKeys } from "./master-keys.ts";

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

const openVaultWith = async (secretsKey?: string) =>
  openVault({
    store: connectionStore,
    masterKeys: await openMasterKeys({ secretsKey, dataFolder: folder }, connectionStore),
  });
const createOutput = () => {
  const lines: string[] = [];
  return { lines, print: (text: string) => void lines.push(text) };
};

describe("the key that everything secret rests on", () => {
  it("is made at the first start, for this user alone, one however many start at once", async () => {
    const vaults = await Promise.all([openVaultWith(), openVaultWith(), openVaultWith()]);
    expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
    const sealed = await vaults[0]!.encrypt("acc_1", "gho_secret", CONTEXT);
    for (const vault of [...vaults, await openVaultWith()])
      expect(await vault.decrypt("acc_1", sealed, CONTEXT)).toBe("gho_secret");
  });

  it("of one account opens nothing of another's", async () => {
    const vault = await openVaultWith();
    const sealed = await vault.encrypt("acc_1", "gho_secret", CONTEXT);
    await expect(vault.decrypt("acc_2", sealed, CONTEXT)).rejects.toMatchObject({
      code: "secret_unreadable",
    });
    await expect(
      vault.decrypt("acc_1", sealed, { ...CONTEXT, id: "conn_2" }),
    ).rejects.toMatchObject({
      code: "secret_unreadable",
    });
  });

  it("fails at the start if it is another, in a sentence that gives none of it away", async () => {
    await openVaultWith(KEY);
    const error = await openVaultWith(OTHER).catch((error: Error) => error.message);
    expect(error).toMatch(
      /^The database is encrypted with master key [\w-]{12}, but the current key is [\w-]{12}\. Set SECRETS_KEY to the original key/,
    );
    expect(error).not.toContain(OTHER.slice(0, 8));
    await openVaultWith(KEY);
  });

  it("fails at the start if its file is lost, or holds something else", async () => {
    await openVaultWith();
    const before = readFileSync(secretsFile(folder));
    rmSync(secretsFile(folder));
    await expect(openVaultWith()).rejects.toThrow(
      /its file .*secrets-key.json is not there: put a copy of it back/,
    );
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, () => {})).toBe(1);
    expect(existsSync(secretsFile(folder))).toBe(false);
    writeFileSync(secretsFile(folder), "{}");
    await expect(openVaultWith()).rejects.toThrow(/holds no key: put a copy of it back/);
    writeFileSync(secretsFile(folder), before);
    await openVaultWith();
  });

  it.each(["", "x", "c2hvcnQ=", `${KEY},x`, KEY.slice(1)])(
    "is refused if it is %j, which is not repeated",
    async (text) => {
      const error = await openVaultWith(text).catch((error: Error) => error.message);
      expect(error).toMatch(/^SECRETS_KEY is no key: it is 32 random bytes in base64/);
    },
  );
});

describe("rotating it", () => {
  it("keeps everything readable, for services that run, too", async () => {
    const running = await openVaultWith();
    const sealed = await running.encrypt("acc_1", "gho_secret", CONTEXT);
    const { lines, print } = createOutput();
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, print)).toBe(0);
    expect(lines.join("\n")).toContain("2 accounts’ keys were moved over");
    expect(await running.decrypt("acc_1", sealed, CONTEXT)).toBe("gho_secret");
    // What it seals now, with what it knew, stays readable over the next rotation.
    const late = await running.encrypt("acc_2", "gho_late", CONTEXT);
    const next = await openVaultWith();
    expect([
      await next.decrypt("acc_1", sealed, CONTEXT),
      await next.decrypt("acc_2", late, CONTEXT),
    ]).toEqual(["gho_secret", "gho_late"]);
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, print)).toBe(0);
    const last = await openVaultWith();
    expect([
      await last.decrypt("acc_1", sealed, CONTEXT),
      await last.decrypt("acc_2", late, CONTEXT),
    ]).toEqual(["gho_secret", "gho_late"]);
    expect(JSON.parse(readFileSync(secretsFile(folder), "utf8")).keys).toHaveLength(2);
  });

  it("goes from one key in the environment to the next", async () => {
    const sealed = await (await openVaultWith(KEY)).encrypt("acc_1", "gho_secret", CONTEXT);
    const { lines, print } = createOutput();
    expect(await secretsCommand(["rotate"], { dataFolder: folder, secretsKey: OTHER }, print)).toBe(
      1,
    );
    expect(lines.at(-1)).toContain("is encrypted with master key");
    expect(await (await openVaultWith(`${OTHER},${KEY}`)).decrypt("acc_1", sealed, CONTEXT)).toBe(
      "gho_secret",
    );
    expect(
      await secretsCommand(
        ["rotate"],
        { dataFolder: folder, secretsKey: `${OTHER}, ${KEY}` },
        print,
      ),
    ).toBe(0);
    expect(await (await openVaultWith(OTHER)).decrypt("acc_1", sealed, CONTEXT)).toBe("gho_secret");
    await expect(openVaultWith(KEY)).rejects.toThrow(/is encrypted with master key/);
  });

  it("says what there is, and what can be said", async () => {
    const { lines, print } = createOutput();
    expect(await secretsCommand(["show"], { dataFolder: folder }, print)).toBe(0);
    await openVaultWith();
    expect(await secretsCommand(["show"], { dataFolder: folder }, print)).toBe(0);
    expect(await secretsCommand(["turn"], { dataFolder: folder }, print)).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining("There is no key"),
      expect.stringMatching(/keep a copy of it.*\n {2}made .* UTC: the one that is used$/s),
      expect.stringContaining("show or rotate"),
    ]);
  });
});

describe("npm run apps", () => {
  const createSettings = () => ({ dataFolder: folder, origin: "https://jackfield.example" });
  const createPrompt = (secret: string) => ({ ...createOutput(), readSecret: async () => secret });

  it("keeps an app's OAuth client, its secret from the input, and says the redirect address", async () => {
    const { lines, ...prompt } = createPrompt("client_secret_1\n");
    expect(
      await oauthClientsCommand(
        ["configure", "github", "--client-id", "Iv1.8a61"],
        createSettings(),
        prompt,
      ),
    ).toBe(0);
    expect(lines).toEqual([
      "Users can now connect github. Its redirect URI at the app must be exactly https://jackfield.example/oauth/callback",
    ]);
    expect(await oauthClientsCommand(["clients"], createSettings(), prompt)).toBe(0);
    expect(lines.at(-1)).toBe("github");
    expect((await connectionStore.findClient("github"))!).not.toContain("client_secret_1");
    expect(await oauthClientsCommand(["forget", "github"], createSettings(), prompt)).toBe(0);
    expect(await oauthClientsCommand(["forget", "github"], createSettings(), prompt)).toBe(1);
  });

  it("refuses what it can't use", async () => {
    const { lines, ...prompt } = createPrompt("");
    expect(
      await oauthClientsCommand(
        ["configure", "github", "--client-id", "x"],
        createSettings(),
        prompt,
      ),
    ).toBe(1);
    expect(lines.at(-1)).toContain("The client secret is empty or contains invalid characters.");
    for (const args of [
      [],
      ["configure"],
      ["configure", "GitHub", "--client-id", "x"],
      ["configure", "github"],
      ["configure", "github", "--client-secret", "x"],
    ]) {
      expect(await oauthClientsCommand(args, createSettings(), prompt)).toBe(1);
      expect(lines.at(-1)).toContain("npm run apps -- configure github --client-id");
    }
    expect(
      await oauthClientsCommand(
        ["configure", "remote", "--client-id", "x", "--public"],
        createSettings(),
        prompt,
      ),
    ).toBe(0);
  });
});
