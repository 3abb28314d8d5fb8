import { describe, expect, test } from "vitest";
import { decodeBase64 } from "../kit/bytes/base64.ts";
import { type SignableMessage, signatureBase } from "./base.ts";
import { type InnerList, readDictionary } from "./fields.ts";
import { type Jwk, readKey, thumbprint, verifySignature } from "./keys.ts";
import { sign } from "./sign.ts";

const ED25519 = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
const P256 = {
  kty: "EC",
  crv: "P-256",
  x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
  y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
};
const RSA_PSS = {
  kty: "RSA",
  e: "AQAB",
  n: "r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5oyc6XI2w",
};
const SECRET =
  "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==";
const CERTIFICATE =
  "MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=";

const createMessage = (
  fields: Record<string, string>,
  rest: Partial<SignableMessage>,
): SignableMessage => ({
  ...rest,
  field: (name) => fields[name] ?? null,
});
const REQUEST_FIELDS = {
  host: "example.com",
  date: "Tue, 20 Apr 2021 02:07:55 GMT",
  "content-type": "application/json",
  "content-digest":
    "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
  "content-length": "18",
};
const request = createMessage(REQUEST_FIELDS, {
  method: "POST",
  targetUri: "https://example.com/foo?param=Value&Pet=dog",
});
const response = createMessage(
  {
    date: "Tue, 20 Apr 2021 02:07:56 GMT",
    "content-type": "application/json",
    "content-digest":
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
    "content-length": "23",
  },
  { status: 200 },
);
const proxiedRequest = createMessage(
  { ...REQUEST_FIELDS, "client-cert": `:${CERTIFICATE}:` },
  { method: "POST", targetUri: "https://service.internal.example/foo?param=Value&Pet=dog" },
);

/** Parses the covered components and parameters of a Signature-Input member. */
const parseCovered = (input: string) => readDictionary(`sig=${input}`)!.get("sig") as InnerList;
const buildBase = (message: SignableMessage, input: string) =>
  signatureBase(message, parseCovered(input));
const bytes = (base64: string) => decodeBase64(base64)!.buffer;

const VECTORS: readonly [
  name: string,
  message: SignableMessage,
  key: Jwk,
  input: string,
  signature: string,
][] = [
  [
    "B.2.1, rsa-pss-sha512 over nothing",
    request,
    RSA_PSS,
    '();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    "d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==",
  ],
  [
    "B.2.2, rsa-pss-sha512 over some components",
    request,
    RSA_PSS,
    '("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    "LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==",
  ],
  [
    "B.2.3, rsa-pss-sha512 over everything",
    request,
    RSA_PSS,
    '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    "bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==",
  ],
  [
    "B.2.4, ecdsa-p256-sha256 over a response",
    response,
    P256,
    '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==",
  ],
  [
    "B.2.6, ed25519",
    request,
    ED25519,
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
  ],
  [
    "B.4, ed25519 through intermediaries",
    createMessage(
      { accept: "application/json, */*" },
      { method: "GET", targetUri: "https://example.org/demo?name1=Value1&Name2=value2" },
    ),
    ED25519,
    '("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
    "ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==",
  ],
  [
    "B.3, ecdsa-p256-sha256 behind a proxy",
    proxiedRequest,
    P256,
    '("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"',
    "xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==",
  ],
];

describe("RFC 9421, appendix B", () => {
  test.each(VECTORS)(
    "verifies %s, and rejects any change to it",
    async (_, message, jwk, input, signature) => {
      const key = (await readKey(jwk))!;
      const result = buildBase(message, input);
      if ("reason" in result) return expect.unreachable(result.reason);
      expect(await verifySignature(key, bytes(signature), result.base)).toBe(true);
      expect(
        await verifySignature(
          key,
          bytes(signature),
          result.base.replace("created=1618884473", "created=1618884474"),
        ),
      ).toBe(false);
      expect(await verifySignature(key, bytes(signature).slice(1), result.base)).toBe(false);
    },
  );

  test("builds the signature base of B.2.5, hmac-sha256", async () => {
    const result = buildBase(
      request,
      '("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
    );
    const key = await crypto.subtle.importKey(
      "raw",
      bytes(SECRET),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    expect(
      await crypto.subtle.verify(
        "HMAC",
        key,
        bytes("pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8="),
        new TextEncoder().encode((result as { base: string }).base),
      ),
    ).toBe(true);
  });

  test("signs the message of B.2.6", async () => {
    const privateKey = await crypto.subtle.importKey(
      "jwk",
      { ...ED25519, d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" },
      "Ed25519",
      false,
      ["sign"],
    );
    const signing = {
      label: "sig-b26",
      components: ["date", "@method", "@path", "@authority", "content-type", "content-length"],
      created: 1618884473,
      expires: 1618884533,
      tag: "x",
    };
    const { input, signature } = await sign(request, signing, {
      id: "test-key-ed25519",
      privateKey,
    });
    expect(input).toBe(
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;expires=1618884533;keyid="test-key-ed25519";tag="x"',
    );
    const result = buildBase(request, input.slice("sig-b26=".length)) as { base: string };
    expect(
      await verifySignature(
        (await readKey(ED25519))!,
        bytes(signature.slice("sig-b26=:".length, -1)),
        result.base,
      ),
    ).toBe(true);
  });

  test("computes the thumbprints of the test keys", async () => {
    expect(await thumbprint(ED25519)).toBe("poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U");
    expect(await thumbprint(RSA_PSS)).toBe("oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA");
    expect(await thumbprint(P256)).toBe("ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI");
  });
});
