import { expect, test } from "vitest";
import { readKey } from "./keys.ts";

const { publicKey } = await crypto.subtle.generateKey(
  {
    name: "RSA-PSS",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-512",
  },
  true,
  ["sign", "verify"],
);
const RSA = (await crypto.subtle.exportKey("jwk", publicKey)) as {
  kty: string;
  n: string;
  e: string;
};
const PLAIN = { kty: RSA.kty, n: RSA.n, e: RSA.e };

test("reads an RSA key", async () =>
  expect((await readKey(PLAIN))?.algorithm).toBe("rsa-pss-sha512"));

test.each([
  ["an exponent of one", { e: "AQ" }],
  ["an exponent as long as the modulus", { e: RSA.n }],
  ["a modulus of zeros", { n: "A".repeat(342) }],
  ["a modulus of 1024 bits", { n: RSA.n.slice(0, 171) }],
])("rejects an RSA key with %s", async (_, changed) =>
  expect(await readKey({ ...PLAIN, ...changed })).toBeUndefined(),
);
