import { crc32 as zlibCrc32 } from "node:zlib";
import { expect, test } from "vitest";
import { crc32 } from "../../lib/kit/bytes/crc32.ts";
import { createSecret, hashSecret, isSecret, redactSecrets, secretPrefix } from "./key-format.ts";

test("createSecret returns unique keys with 43 random characters and a checksum", () => {
  const keys = Array.from({ length: 200 }, createSecret);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^jf_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(isSecret(key)).toBe(true);
  }
});

test("isSecret detects a changed, dropped or swapped character", () => {
  const key = createSecret();
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === "A" ? "B" : "A";
    expect(isSecret(key.slice(0, at) + other + key.slice(at + 1)), `changed at ${at}`).toBe(false);
    expect(isSecret(key.slice(0, at) + key.slice(at + 1)), `dropped at ${at}`).toBe(false);
    const swapped = key.slice(0, at) + (key[at + 1] ?? "") + key[at] + key.slice(at + 2);
    if (swapped !== key) expect(isSecret(swapped), `swapped at ${at}`).toBe(false);
  }
});

test.each([
  "",
  "jf_live_",
  "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
  ` ${createSecret()}`,
  `${createSecret()}\n`,
  createSecret().toUpperCase(),
])("isSecret rejects %j", (text) => {
  expect(isSecret(text)).toBe(false);
});

test("hashSecret returns the SHA-256 of a key", async () => {
  expect(await hashSecret("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("secretPrefix returns the first twelve characters of a key", () => {
  expect(secretPrefix("jf_live_3cQAKdvBjbivAsYLYfdLWrZZOl7ilqBDBlpXJ38CDDp_0jtrGn")).toBe(
    "jf_live_3cQA",
  );
});

test("redactSecrets removes complete and truncated keys from a text", () => {
  const key = createSecret();
  expect(redactSecrets(`/mcp/k/${key}/x?key=${key}.`)).toBe("/mcp/k/jf_live_…/x?key=jf_live_….");
  expect(redactSecrets(`/mcp/k/${key.slice(0, 30)}`)).toBe("/mcp/k/jf_live_…");
});

test("redactSecrets keeps the prefix by which an owner recognizes a key", () => {
  const key = createSecret();
  expect(redactSecrets(`${secretPrefix(key)}…`)).toBe(`${secretPrefix(key)}…`);
  expect(redactSecrets(key.slice(0, secretPrefix(key).length + 1))).toBe("jf_live_…");
});

test("crc32 returns the same checksum as zlib", () => {
  for (const text of ["", "a", "jf_live_", "123456789"]) expect(crc32(text)).toBe(zlibCrc32(text));
});
