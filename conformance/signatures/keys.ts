import { createHash, createPrivateKey, type JsonWebKey, type KeyObject, sign } from "node:crypto";

/** A key that the suite signs with. It is published here, so it proves nothing elsewhere. */
export interface SuiteKey {
  readonly id: string;
  readonly public: JsonWebKey;
  readonly secret: JsonWebKey;
  sign(text: string): Buffer;
}

/** The thumbprint of a key (RFC 7638), computed with Node's crypto module. */
const thumbprint = (members: JsonWebKey) =>
  createHash("sha256").update(JSON.stringify(members)).digest("base64url");

function createSuiteKey(
  jwk: JsonWebKey,
  how: (key: KeyObject, text: Buffer) => Buffer = (key, text) => sign(null, text, key),
): SuiteKey {
  const { kty, crv, x, y } = jwk;
  const members = { crv, kty, x, ...(y !== undefined && { y }) } as JsonWebKey;
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  return {
    id: thumbprint(members),
    public: members,
    secret: jwk,
    sign: (text) => how(key, Buffer.from(text)),
  };
}

/** The key of the agent that the cases use. */
export const AGENT_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "6CMPfrfcNMXF4XsEuqKsCRtGKH1fXT1fPc1oyqwLqT8",
  x: "ZYmeQjkC2UtiC0kfM5PZDWcqNNGWNF1Vbor3XmJRnuM",
  kty: "OKP",
});
/** The key of another agent. */
export const OTHER_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "XrJLLWhByIwdYu4OYKoVSeetN8OG9Kvsy-v2_lYItt8",
  x: "D3Q4YuiUAUYciYUHVUh4KtGiKfdEiE14XQbD4rAWHJ4",
  kty: "OKP",
});
/** A key that isn't valid yet. */
export const FUTURE_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "pw5gppQNxij-5pQyQFAJDZlzH5anDUOPKZpQdAJb9sQ",
  x: "7pXSyaWnfDk_mdRSJ3uXrBBok6QVQq2ZshjCEUsHVM8",
  kty: "OKP",
});
/** A key of another type. */
export const P256_KEY = createSuiteKey(
  {
    kty: "EC",
    x: "DkYQIsohGiAyo1Vj2u4JVDA6656VUt1smXdh3o3_ojA",
    y: "BvPL8psblFzUbkY1J89D6-1WDBlvAuOQZpDAhBkeK3I",
    crv: "P-256",
    d: "CCIEUoLOmtCvnYFsfB46iPbUrvqzbENobgrotgDP7RM",
  },
  (key, text) => sign("sha256", text, { key, dsaEncoding: "ieee-p1363" }),
);
/** The published test key of RFC 9421, appendix B.1.4. */
export const RFC_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  kty: "OKP",
});
