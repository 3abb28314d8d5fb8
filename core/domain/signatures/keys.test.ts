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

test("an RSA key is read", async () =>
  expect((await readKey(PLAIN))?.algorithm).toBe("rsa-pss-sha512"));

test.each([
  ["exponent is one", { e: "AQ" }],
  ["exponent is as long as its modulus", { e: RSA.n }],
  ["modulus is nothing but zeros", { n: "A".repeat(342) }],
  ["modulus is of 1024 bits", { n: RSA.n.slice(0, 171) }],
])("an RSA key whose %s is none", async (_, changed) =>
  expect(await readKey({ ...PLAIN, ...changed })).toBeUndefined(),
);
