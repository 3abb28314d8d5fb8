import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signingKeyCommand } from "../cli/signing-key.ts";
import { signingKeysFile } from "./key-file.ts";
import { listPublishedKeys, openSigningKeys } from "./keys.ts";
import { LEAD_SECONDS, OVERLAP_SECONDS, readOrCreateKeys, rotateSigningKeys } from "./rotate.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "jackfield-")), "data");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const NOW = 1_800_000_000;
const silent = () => {};

describe("signing keys", () => {
  test("are created once, in a file that only this user can read", async () => {
    const [first] = (await openSigningKeys(folder, silent)).publishedKeys();
    expect(statSync(signingKeysFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [again] = (await openSigningKeys(folder, silent)).publishedKeys();
    expect(again!.id).toBe(first!.id);
    expect(first).not.toHaveProperty("until");
    expect(first!.privateKey.extractable).toBe(false);
  });

  test("are the same for processes that start at the same time", async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await readOrCreateKeys(folder, NOW))[0]!.id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(readdirSync(folder)).toEqual(["signing-keys.json"]);
  });

  test("rotate: the new key is published before it signs, and the old key afterwards", async () => {
    const [old] = await readOrCreateKeys(folder, NOW);
    const keys = (await rotateSigningKeys(folder, NOW)) as Awaited<
      ReturnType<typeof readOrCreateKeys>
    >;
    expect(keys).toHaveLength(2);
    const imported = await Promise.all(
      keys.map(async (key) => ({ ...key, privateKey: {} as CryptoKey })),
    );
    const idsAt = (now: number) =>
      listPublishedKeys(imported, now).map(({ id }) => (id === old!.id ? "old" : "new"));
    expect(idsAt(NOW)).toEqual(["old", "new"]);
    expect(idsAt(NOW + LEAD_SECONDS - 1)).toEqual(["old", "new"]);
    expect(idsAt(NOW + LEAD_SECONDS)).toEqual(["new", "old"]);
    expect(idsAt(NOW + LEAD_SECONDS + OVERLAP_SECONDS - 1)).toEqual(["new", "old"]);
    expect(idsAt(NOW + LEAD_SECONDS + OVERLAP_SECONDS)).toEqual(["new"]);
    expect(listPublishedKeys(imported, NOW)).toMatchObject([
      { until: NOW + LEAD_SECONDS + OVERLAP_SECONDS },
      { notBefore: NOW + LEAD_SECONDS },
    ]);
    expect(await rotateSigningKeys(folder, NOW + 60)).toHaveProperty("error");
    expect(await rotateSigningKeys(folder, NOW + LEAD_SECONDS + OVERLAP_SECONDS)).toHaveLength(2);
  });

  test("cause an error without the content of an invalid file", async () => {
    await readOrCreateKeys(folder, NOW);
    writeFileSync(signingKeysFile(folder), '{"keys":[{"d":"secret-zzyzx"}]}');
    await expect(openSigningKeys(folder, silent)).rejects.toThrow(/contains no valid signing keys/);
    await expect(openSigningKeys(folder, silent)).rejects.not.toThrow(/zzyzx/);
  });
});

describe("npm run signing-key", () => {
  const run = async (...args: string[]) => {
    const output: string[] = [];
    return {
      code: await signingKeyCommand(args, { dataFolder: folder }, (text) => output.push(text)),
      output: output.join("\n"),
    };
  };

  test("shows the keys without secrets, and rotates them once", async () => {
    expect(await run("show")).toMatchObject({
      code: 0,
      output: expect.stringContaining("The first start creates it."),
    });
    expect((await run("rotate")).code).toBe(0);
    const { output } = await run("show");
    expect(output).toMatch(
      /^[\w-]{43} {2}signs; published until .+ UTC\n[\w-]{43} {2}signs from .+ UTC$/,
    );
    for (const [, secret] of readFileSync(signingKeysFile(folder), "utf8").matchAll(
      /"d": "([^"]+)"/g,
    ))
      expect(output).not.toContain(secret);
    expect(await run("rotate")).toMatchObject({
      code: 1,
      output: expect.stringContaining("A rotation is already in progress."),
    });
    expect(await run()).toMatchObject({
      code: 1,
      output: expect.stringContaining("show or rotate"),
    });
    expect((await run("forget")).code).toBe(1);
  });
});
