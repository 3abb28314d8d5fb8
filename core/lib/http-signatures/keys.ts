import { encodeBase64url } from "../kit/bytes/base64.ts";
import { sha256 } from "../kit/bytes/digest.ts";

/**
 * The supported signature algorithms (RFC 9421 §3.3). HMAC isn't supported, because a shared secret
 * can't identify an agent.
 */
type Algorithm = "ed25519" | "ecdsa-p256-sha256" | "rsa-pss-sha512" | "rsa-v1_5-sha256";

/** An unvalidated JSON Web Key (RFC 7517). */
export type Jwk = Readonly<Record<string, unknown>>;

/** A validated public key. */
export interface VerifyingKey {
  readonly key: CryptoKey;
  readonly algorithm: Algorithm;
  /** The thumbprint, which signatures state as `keyid`. */
  readonly id: string;
  /** The start of the validity period, in seconds since 1970. */
  readonly notBefore: number;
  /** The end of the validity period, in seconds since 1970. `Infinity` if there is none. */
  readonly until: number;
}

/** The members that a thumbprint covers, in alphabetical order (RFC 7638 §3.2, RFC 8037 A.3). */
const THUMBPRINT_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  OKP: ["crv", "kty", "x"],
  EC: ["crv", "kty", "x", "y"],
  RSA: ["e", "kty", "n"],
};

/**
 * Computes the SHA-256 thumbprint of a key in base64url. Returns undefined if the key type is
 * unknown or a member is missing.
 */
export async function thumbprint(jwk: Jwk): Promise<string | undefined> {
  const members = THUMBPRINT_MEMBERS[String(jwk["kty"])];
  if (!members?.every((name) => typeof jwk[name] === "string")) return undefined;
  const text = JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]])));
  return encodeBase64url(await sha256(text));
}

const ALGORITHM_PARAMETERS: Readonly<
  Record<
    Algorithm,
    { readonly keys: object; readonly verify: AlgorithmIdentifier | RsaPssParams | EcdsaParams }
  >
> = {
  ed25519: { keys: { name: "Ed25519" }, verify: { name: "Ed25519" } },
  "ecdsa-p256-sha256": {
    keys: { name: "ECDSA", namedCurve: "P-256" },
    verify: { name: "ECDSA", hash: "SHA-256" },
  },
  "rsa-pss-sha512": {
    keys: { name: "RSA-PSS", hash: "SHA-512" },
    verify: { name: "RSA-PSS", saltLength: 64 },
  },
  "rsa-v1_5-sha256": {
    keys: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    verify: { name: "RSASSA-PKCS1-v1_5" },
  },
};

/** Algorithms by their JOSE name, which directories also use. */
const JOSE_ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  EdDSA: "ed25519",
  Ed25519: "ed25519",
  ES256: "ecdsa-p256-sha256",
  PS512: "rsa-pss-sha512",
  RS256: "rsa-v1_5-sha256",
};

function detectAlgorithm(jwk: Jwk): Algorithm | undefined {
  const keyAlgorithm = defaultAlgorithm(jwk);
  const declared = jwk["alg"] === undefined ? keyAlgorithm : parseAlgorithm(String(jwk["alg"]));
  return declared === keyAlgorithm || (jwk["kty"] === "RSA" && declared === "rsa-v1_5-sha256")
    ? declared
    : undefined;
}

function defaultAlgorithm({ kty, crv }: Jwk): Algorithm | undefined {
  if (kty === "OKP" && crv === "Ed25519") return "ed25519";
  if (kty === "EC" && crv === "P-256") return "ecdsa-p256-sha256";
  return kty === "RSA" ? "rsa-pss-sha512" : undefined;
}

const parseAlgorithm = (alg: string): Algorithm | undefined =>
  JOSE_ALGORITHMS[alg] ??
  (Object.hasOwn(ALGORITHM_PARAMETERS, alg) ? (alg as Algorithm) : undefined);

/**
 * Validates a public key. Returns undefined for unsupported key types, keys that aren't for
 * verification, weak RSA keys and private keys.
 */
export async function readKey(jwk: Jwk): Promise<VerifyingKey | undefined> {
  const { kty, crv, x, y, n, e, use, key_ops: operations } = jwk;
  const algorithm = detectAlgorithm(jwk);
  const id = algorithm && (await thumbprint(jwk));
  // A private key in a public directory is compromised.
  const isPrivate = ["d", "p", "q", "k"].some((name) => name in jwk);
  const isForVerifying =
    (use === undefined || use === "sig") &&
    (!Array.isArray(operations) || operations.includes("verify"));
  if (
    !algorithm ||
    !id ||
    isPrivate ||
    !isForVerifying ||
    (kty === "RSA" && !isAcceptableRsa(String(n), String(e)))
  )
    return undefined;
  const notBefore = parseSeconds(jwk["nbf"], 0);
  const until = parseSeconds(jwk["exp"], Infinity);
  if (notBefore === undefined || until === undefined) return undefined;
  const publicJwk = { kty, crv, x, y, n, e } as JsonWebKey;
  for (const name of Object.keys(publicJwk) as (keyof JsonWebKey)[])
    if (publicJwk[name] === undefined) delete publicJwk[name];
  try {
    const key = await crypto.subtle.importKey(
      "jwk",
      publicJwk,
      ALGORITHM_PARAMETERS[algorithm].keys as AlgorithmIdentifier,
      false,
      ["verify"],
    );
    return { key, algorithm, id, notBefore, until };
  } catch {
    return undefined;
  }
}

/**
 * Returns whether an RSA key is secure and fast to verify with: a modulus of 2048 to 4096 bits
 * without leading zeros, and a short exponent. With the exponent 1 anyone could sign.
 */
const isAcceptableRsa = (n: string, e: string): boolean =>
  n.length >= 340 && n.length <= 684 && !n.startsWith("AA") && e.length <= 6 && e !== "AQ";

/**
 * Parses a time in seconds, or in milliseconds as some directories have it. Returns undefined if it
 * is invalid.
 */
function parseSeconds(time: unknown, fallback: number): number | undefined {
  if (time === undefined || time === null) return fallback;
  if (typeof time !== "number" || !Number.isFinite(time)) return undefined;
  return time > 1e11 ? time / 1000 : time;
}

/** Returns whether the key made this signature of the signature base. */
export function verifySignature(
  { key, algorithm }: Pick<VerifyingKey, "key" | "algorithm">,
  signature: ArrayBuffer,
  base: string,
): Promise<boolean> {
  return crypto.subtle.verify(
    ALGORITHM_PARAMETERS[algorithm].verify,
    key,
    signature,
    new TextEncoder().encode(base),
  );
}
