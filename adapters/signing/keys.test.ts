import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signingKeyCommand } from "./command.ts";
import { keyFile } from "./key-file.ts";
import { publishedAt, signingKeys } from "./keys.ts";
import { keysIn, LEAD_SECONDS, OVERLAP_SECONDS, rotate } from "./rotate.ts";

let folder: string;
beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), "jackfield-")), "data")));
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const NOW = 1_800_000_000;
const silent = () => {};

describe("the signing keys", () => {
  test("are made once, for this user alone, and stay", async () => {
    const [first] = (await signingKeys(folder, silent)).published();
    expect(statSync(keyFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [again] = (await signingKeys(folder, silent)).published();
    expect(again!.id).toBe(first!.id);
    expect(first).not.toHaveProperty("until");
    expect(first!.privateKey.extractable).toBe(false);
  });

  test("are one where several processes start at once", async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await keysIn(folder, NOW))[0]!.id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(readdirSync(folder)).toEqual(["signing-keys.json"]);
  });

  test("are rotated: the new one is published before it signs, the old one after", async () => {
    const [old] = await keysIn(folder, NOW);
    const keys = (await rotate(folder, NOW)) as Awaited<ReturnType<typeof keysIn>>;
    expect(keys).toHaveLength(2);
    const held = await Promise.all(
      keys.map(async (key) => ({ ...key, privateKey: {} as CryptoKey })),
    );
    const idsAt = (now: number) =>
      publishedAt(held, now).map(({ id }) => (id === old!.id ? "old" : "new"));
    expect(idsAt(NOW)).toEqual(["old", "new"]);
    expect(idsAt(NOW + LEAD_SECONDS - 1)).toEqual(["old", "new"]);
    expect(idsAt(NOW + LEAD_SECONDS)).toEqual(["new", "old"]);
    expect(idsAt(NOW + LEAD_SECONDS + OVERLAP_SECONDS - 1)).toEqual(["new", "old"]);
    expect(idsAt(NOW + LEAD_SECONDS + OVERLAP_SECONDS)).toEqual(["new"]);
    expect(publishedAt(held, NOW)).toMatchObject([
      { until: NOW + LEAD_SECONDS + OVERLAP_SECONDS },
      { notBefore: NOW + LEAD_SECONDS },
    ]);
    expect(await rotate(folder, NOW + 60)).toHaveProperty("wrong");
    expect(await rotate(folder, NOW + LEAD_SECONDS + OVERLAP_SECONDS)).toHaveLength(2);
  });

  test("that can't be read are told of without what is in them", async () => {
    await keysIn(folder, NOW);
    writeFileSync(keyFile(folder), '{"keys":[{"d":"secret-zzyzx"}]}');
    await expect(signingKeys(folder, silent)).rejects.toThrow(/holds no signing keys/);
    await expect(signingKeys(folder, silent)).rejects.not.toThrow(/zzyzx/);
  });
});

describe("npm run signing-key", () => {
  const run = async (...words: string[]) => {
    const said: string[] = [];
    return {
      code: await signingKeyCommand(words, { dataFolder: folder }, (text) => said.push(text)),
      said: said.join("\n"),
    };
  };

  test("shows, rotates once, and shows nothing that is secret", async () => {
    expect(await run("show")).toMatchObject({
      code: 0,
      said: expect.stringContaining("the first start makes one"),
    });
    expect((await run("rotate")).code).toBe(0);
    const { said } = await run("show");
    expect(said).toMatch(
      /^[\w-]{43} {2}signs; published until .+ UTC\n[\w-]{43} {2}signs from .+ UTC$/,
    );
    for (const [, secret] of readFileSync(keyFile(folder), "utf8").matchAll(/"d": "([^"]+)"/g))
      expect(said).not.toContain(secret);
    expect(await run("rotate")).toMatchObject({
      code: 1,
      said: expect.stringContaining("There is a new key already"),
    });
    expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining("show or rotate") });
    expect((await run("forget")).code).toBe(1);
  });
});
