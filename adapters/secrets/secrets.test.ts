import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSafe } from "../../core/index.ts";
import type { Connections } from "../../core/ports/connections.ts";
import { oauthClientsCommand } from "../oauth-clients.ts";
import { openConnections } from "../storage/open.ts";
import { secretsCommand } from "./command.ts";
import { secretsFile } from "./key-file.ts";
import { masterKeys } from "./master-keys.ts";

const KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const OTHER = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
const CONTEXT = { id: "conn_1", field: "secrets" };

let folder: string;
let connections: Connections;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  connections = await openConnections({ folder });
});
afterEach(async () => {
  await connections.close();
  rmSync(folder, { recursive: true });
});

const safeWith = async (secretsKey?: string) =>
  openSafe({
    connections,
    masterKeys: await masterKeys({ secretsKey, dataFolder: folder }, connections),
  });
const told = () => {
  const lines: string[] = [];
  return { lines, say: (text: string) => void lines.push(text) };
};

describe("the key that everything secret rests on", () => {
  it("is made at the first start, for this user alone, one however many start at once", async () => {
    const safes = await Promise.all([safeWith(), safeWith(), safeWith()]);
    expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
    const seal = await safes[0]!.seal("acc_1", "gho_secret", CONTEXT);
    for (const safe of [...safes, await safeWith()])
      expect(await safe.open("acc_1", seal, CONTEXT)).toBe("gho_secret");
  });

  it("of one account opens nothing of another's", async () => {
    const safe = await safeWith();
    const seal = await safe.seal("acc_1", "gho_secret", CONTEXT);
    await expect(safe.open("acc_2", seal, CONTEXT)).rejects.toMatchObject({
      code: "secret_unreadable",
    });
    await expect(safe.open("acc_1", seal, { ...CONTEXT, id: "conn_2" })).rejects.toMatchObject({
      code: "secret_unreadable",
    });
  });

  it("fails at the start if it is another, in a sentence that gives none of it away", async () => {
    await safeWith(KEY);
    const error = await safeWith(OTHER).catch((error: Error) => error.message);
    expect(error).toMatch(
      /^The secrets in the database were sealed with the key [\w-]{12}, and the key that was given is [\w-]{12}\. Set SECRETS_KEY to the right one/,
    );
    expect(error).not.toContain(OTHER.slice(0, 8));
    await safeWith(KEY);
  });

  it("fails at the start if its file is lost, or holds something else", async () => {
    await safeWith();
    const before = readFileSync(secretsFile(folder));
    rmSync(secretsFile(folder));
    await expect(safeWith()).rejects.toThrow(
      /its file .*secrets-key.json is not there: put a copy of it back/,
    );
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, () => {})).toBe(1);
    expect(existsSync(secretsFile(folder))).toBe(false);
    writeFileSync(secretsFile(folder), "{}");
    await expect(safeWith()).rejects.toThrow(/holds no key: put a copy of it back/);
    writeFileSync(secretsFile(folder), before);
    await safeWith();
  });

  it.each(["", "x", "c2hvcnQ=", `${KEY},x`, KEY.slice(1)])(
    "is refused if it is %j, which is not repeated",
    async (text) => {
      const error = await safeWith(text).catch((error: Error) => error.message);
      expect(error).toMatch(/^SECRETS_KEY is no key: it is 32 random bytes in base64/);
    },
  );
});

describe("rotating it", () => {
  it("keeps everything readable, for services that run, too", async () => {
    const running = await safeWith();
    const seal = await running.seal("acc_1", "gho_secret", CONTEXT);
    const { lines, say } = told();
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, say)).toBe(0);
    expect(lines.join("\n")).toContain("2 accounts’ keys were moved over");
    expect(await running.open("acc_1", seal, CONTEXT)).toBe("gho_secret");
    // What it seals now, with what it knew, stays readable over the next rotation.
    const late = await running.seal("acc_2", "gho_late", CONTEXT);
    const next = await safeWith();
    expect([
      await next.open("acc_1", seal, CONTEXT),
      await next.open("acc_2", late, CONTEXT),
    ]).toEqual(["gho_secret", "gho_late"]);
    expect(await secretsCommand(["rotate"], { dataFolder: folder }, say)).toBe(0);
    const last = await safeWith();
    expect([
      await last.open("acc_1", seal, CONTEXT),
      await last.open("acc_2", late, CONTEXT),
    ]).toEqual(["gho_secret", "gho_late"]);
    expect(JSON.parse(readFileSync(secretsFile(folder), "utf8")).keys).toHaveLength(2);
  });

  it("goes from one key in the environment to the next", async () => {
    const seal = await (await safeWith(KEY)).seal("acc_1", "gho_secret", CONTEXT);
    const { lines, say } = told();
    expect(await secretsCommand(["rotate"], { dataFolder: folder, secretsKey: OTHER }, say)).toBe(
      1,
    );
    expect(lines.at(-1)).toContain("were sealed with the key");
    expect(await (await safeWith(`${OTHER},${KEY}`)).open("acc_1", seal, CONTEXT)).toBe(
      "gho_secret",
    );
    expect(
      await secretsCommand(["rotate"], { dataFolder: folder, secretsKey: `${OTHER}, ${KEY}` }, say),
    ).toBe(0);
    expect(await (await safeWith(OTHER)).open("acc_1", seal, CONTEXT)).toBe("gho_secret");
    await expect(safeWith(KEY)).rejects.toThrow(/were sealed with the key/);
  });

  it("says what there is, and what can be said", async () => {
    const { lines, say } = told();
    expect(await secretsCommand(["show"], { dataFolder: folder }, say)).toBe(0);
    await safeWith();
    expect(await secretsCommand(["show"], { dataFolder: folder }, say)).toBe(0);
    expect(await secretsCommand(["turn"], { dataFolder: folder }, say)).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining("There is no key"),
      expect.stringMatching(/keep a copy of it.*\n {2}made .* UTC: the one that is used$/s),
      expect.stringContaining("show or rotate"),
    ]);
  });
});

describe("npm run apps", () => {
  const place = () => ({ dataFolder: folder, origin: "https://jackfield.example" });
  const mouth = (secret: string) => ({ ...told(), readSecret: async () => secret });

  it("keeps an app's OAuth client, its secret from the input, and says the redirect address", async () => {
    const { lines, ...voice } = mouth("client_secret_1\n");
    expect(
      await oauthClientsCommand(["configure", "github", "--client-id", "Iv1.8a61"], place(), voice),
    ).toBe(0);
    expect(lines).toEqual([
      "github can be connected now. Its redirect address must be, exactly: https://jackfield.example/oauth/callback",
    ]);
    expect(await oauthClientsCommand(["clients"], place(), voice)).toBe(0);
    expect(lines.at(-1)).toBe("github");
    expect((await connections.client("github"))!).not.toContain("client_secret_1");
    expect(await oauthClientsCommand(["forget", "github"], place(), voice)).toBe(0);
    expect(await oauthClientsCommand(["forget", "github"], place(), voice)).toBe(1);
  });

  it("refuses what it can't use", async () => {
    const { lines, ...voice } = mouth("");
    expect(
      await oauthClientsCommand(["configure", "github", "--client-id", "x"], place(), voice),
    ).toBe(1);
    expect(lines.at(-1)).toContain("The client's secret is read from the input");
    for (const words of [
      [],
      ["configure"],
      ["configure", "GitHub", "--client-id", "x"],
      ["configure", "github"],
      ["configure", "github", "--client-secret", "x"],
    ]) {
      expect(await oauthClientsCommand(words, place(), voice)).toBe(1);
      expect(lines.at(-1)).toContain("npm run apps -- configure github --client-id");
    }
    expect(
      await oauthClientsCommand(
        ["configure", "remote", "--client-id", "x", "--public"],
        place(),
        voice,
      ),
    ).toBe(0);
  });
});
