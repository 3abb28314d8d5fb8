import { describe, expect, test } from "vitest";
import { decodeBase64 } from "../kit/bytes/base64.ts";
import { type SignableMessage, signatureBase } from "./base.ts";
import { type InnerList, readDictionary } from "./fields.ts";
import { readKeySet } from "./key-set.ts";
import { readKey, verifySignature } from "./keys.ts";
import { readClaims } from "./signature-claim.ts";

const ED25519 = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
const RSA_PSS = "oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA";
const KEYS = JSON.stringify({
  keys: [
    { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" },
    {
      kty: "RSA",
      alg: "PS512",
      e: "AQAB",
      n: "r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5oyc6XI2w",
    },
  ],
});

interface Vector {
  readonly name: string;
  readonly agent?: string;
  /** The covered components and the parameters. */
  readonly input: string;
  readonly signature: string;
  /** Why the signature is rejected at the time of its creation. */
  readonly reason: string;
}

const legacy = (key: string, alg: string, nonce: string) =>
  `("@authority" "signature-agent");created=1735689600;keyid="${key}";alg="${alg}";expires=1735693200;nonce="${nonce}";tag="web-bot-auth"`;
const VECTORS: readonly Vector[] = [
  {
    name: "RSA-PSS",
    agent: 'agent2="https://signature-agent.test"',
    input: `("@authority" "signature-agent";key="agent2");created=1735689600;keyid="${RSA_PSS}";alg="rsa-pss-sha512";expires=4889289600;nonce="wcfPQPh7SzkvrIVvhD00vNk9PkxJNY2NVbYl2PVBB4zmUoluSwE7W6bPtF60QA3k8g06FU7PPCD+J58YofY1zg==";tag="web-bot-auth"`,
    signature:
      "gHzpLNeHaHIO19NaJH9YMW5dcVSi2s0wOMBr6p18vcofS106sfC4KBIS0/szPlBBd1vIcyQ88B6CTEWIhRAiVrb9zfX0mx1aG12CSGWcYkSirHeyTxhbuJvXd27ed6skWoy4PjXItq38936ivUQjfdIwXh1aX6HxkAC3vRnEdSNfntkLWeEuIQ5BLIOBGE39fSwg27Qjq6OVWYas/9/aFUr3HA34MXWYdp+//cvlEKDp3kRoLOw9ro0AOr6srHrTeEtxon2afcws1aZVSlPdd2fZSEIGmw9HAHLDCEkFTERu1gH2k/zIEqgy7CAYXI9E5slog0cLg/Vc6+f8gih33g==",
    reason: "too_long_lived",
  },
  {
    name: "RSA-PSS, Signature-Agent as a string",
    agent: '"https://signature-agent.test"',
    input: legacy(
      RSA_PSS,
      "rsa-pss-sha512",
      "XSHtZVCThSIAksXsH9WBs6AtxtXC0eQGiIcUGSoJstFs8lAWakjhrfwzLhyjtme5iXMZvmFWqDEs6cT3Jf+BbQ==",
    ),
    signature:
      "I1QWNzGXdP1a4dSvOHLCVOOanEYHDk+ZsVxM9MLX/p4ko69ghKwR5EOtAD96g7g4GWP7lmpM/jFAf9q8EFRDTPLjUXySwMv4YPgabv2LQihTJG2y8a2m6IGltyruwQNiqSJVUuRaG9+b17CGmAMFZh30X6GXLdQJrCARpeTqPwp2DC+a8haDE/VE5EruqzjA5/2mKwvrkzkSqeW5tOVtFwWRRHIOidquf/8Je6kM9mhgkg4arudLA5SL4wyyYE1jURIgcOl8agrfdJ5Def23DIRtiOLRa8jT9cpTLFAuFHN+mrZA/LH9h0gSIg1cPb+0cMASee5uku1KjWcFer7jWA==",
    reason: "test_key",
  },
  {
    name: "Ed25519",
    agent: 'agent2="https://signature-agent.test"',
    input: `("@authority" "signature-agent";key="agent2");created=1735689600;keyid="${ED25519}";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
    signature:
      "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
    reason: "too_long_lived",
  },
  {
    name: "Ed25519, Signature-Agent as a string",
    agent: '"https://signature-agent.test"',
    input: legacy(
      ED25519,
      "ed25519",
      "e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==",
    ),
    signature:
      "jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==",
    reason: "test_key",
  },
  {
    name: "Ed25519 without Signature-Agent, from an older draft",
    input: `("@authority");created=1735689600;keyid="${ED25519}";alg="ed25519";expires=4889289600;nonce="zIW8+cdmA3vdYagbxojpONwa/l0EKJ/O3/wD486VvsQjO/RxPaSt6ZxvQaMcQzNnqKN/mQ6hpGiFro2L2qkz5A==";tag="web-bot-auth"`,
    signature:
      "QKN4fTdIYfh82fvoZCQiQA1weuozfCS/Led2zTMbewMMqH8PI2Wsy/5c4ao6B6D09nraNQdBNOADg8aM1MqfCg==",
    reason: "too_long_lived",
  },
  {
    name: "Ed25519, Signature-Agent with the URL of the directory",
    agent: 'sig1="https://bot.example/.well-known/http-message-signatures-directory"',
    input: `("@authority" "signature-agent";key="sig1");created=1795000000;expires=1795000060;keyid="${ED25519}";tag="web-bot-auth"`,
    signature:
      "sjk1QmzW0rTfwA57YtNXjV1anovg8vI28mVhlw5QGktStpMnHqCwNBdhV2NgYh+OFgpCZINNJoByKNDIfpZ3Ag==",
    reason: "test_key",
  },
];

const bytes = (base64: string) => decodeBase64(base64)!.buffer;
const parseCovered = (input: string) => readDictionary(`sig=${input}`)!.get("sig") as InnerList;

describe("test vectors of the drafts", () => {
  test.each(VECTORS)("are verified: $name", async ({ agent, input, signature, reason }) => {
    const fields: Record<string, string | undefined> = {
      "signature-agent": agent,
      "signature-input": `sig2=${input}`,
      signature: `sig2=:${signature}:`,
    };
    const host = input.includes("1795000000") ? "shop.example" : "example.com";
    const request: SignableMessage = {
      method: "GET",
      targetUri: `https://${host}/path/to/resource`,
      field: (name) => fields[name] ?? null,
    };
    const keys = (await readKeySet(KEYS))!;
    const result = signatureBase(request, parseCovered(input)) as { base: string };
    expect(
      await verifySignature(
        keys.get(/keyid="([^"]+)"/.exec(input)![1]!)!,
        bytes(signature),
        result.base,
      ),
    ).toBe(true);
    const created = Number(/created=(\d+)/.exec(input)![1]);
    expect(readClaims(request, created)).toEqual([{ label: "sig2", reason }]);
  });

  test.each([
    [
      `;created=1735689600;keyid="${ED25519}";alg="ed25519";expires=4889289600;tag="http-message-signatures-directory"`,
      "yiHq0TXrbpzbmlttAQMpYoAufitFJUWuNsakB7QQMoN0EHbo5o51bZRVR8az/ptTWCwllix9clrKXfGKwdPzBg==",
    ],
    [
      `;created=1735689600;expires=4889289600;keyid="${ED25519}";tag="http-message-signatures-directory"`,
      "l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==",
    ],
  ])("are verified for a directory that signs itself: %s", async (parameters, signature) => {
    const digest = "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:";
    const request: SignableMessage = {
      method: "GET",
      targetUri: "https://signature-agent.test/.well-known/http-message-signatures-directory",
      field: () => null,
    };
    const response: SignableMessage = {
      status: 200,
      request,
      field: (name) => (name === "content-digest" ? digest : null),
    };
    const result = signatureBase(
      response,
      parseCovered(`("@authority";req "content-digest")${parameters}`),
    ) as { base: string };
    expect(
      await verifySignature(
        (await readKey({
          kty: "OKP",
          crv: "Ed25519",
          x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
        }))!,
        bytes(signature),
        result.base,
      ),
    ).toBe(true);
  });
});
