import { sha256 } from "../digest.ts";

/** The algorithms that are verified (RFC 9421 §3.3); HMAC is none of them, for a shared secret identifies no one. */
export type Algorithm = "ed25519" | "ecdsa-p256-sha256" | "rsa-pss-sha512" | "rsa-v1_5-sha256";

/** A public key as JSON (RFC 7517): of anybody's making until it is read. */
export type Jwk = Readonly<Record<string, unknown>>;

/** A public key that was read, ready to verify with. */
export interface VerifyingKey {
  readonly key: CryptoKey;
  readonly algorithm: Algorithm;
  /** Its thumbprint, which is how a signature names it. */
  readonly id: string;
  /** When it may be used, in seconds since 1970. */
  readonly notBefore: number;
  readonly until: number;
}

/** The members that make up a key, in the order of the alphabet (RFC 7638 §3.2, RFC 8037 A.3). */
const THUMBPRINT_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  OKP: ["crv", "kty", "x"],
  EC: ["crv", "kty", "x", "y"],
  RSA: ["e", "kty", "n"],
};

/** The SHA-256 thumbprint of a key in base64url; nothing where it is no key of a known kind. */
export async function thumbprint(jwk: Jwk): Promise<string | undefined> {
  const members = THUMBPRINT_MEMBERS[String(jwk["kty"])];
  if (!members?.every((name) => typeof jwk[name] === "string")) return undefined;
  const text = JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]])));
  return base64url(await sha256(text));
}

/** Bytes in base64url, without padding. */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

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

/** JOSE's names, which directories have too. */
const JOSE_ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  EdDSA: "ed25519",
  Ed25519: "ed25519",
  ES256: "ecdsa-p256-sha256",
  PS512: "rsa-pss-sha512",
  RS256: "rsa-v1_5-sha256",
};

function detectAlgorithm({ kty, crv, alg }: Jwk): Algorithm | undefined {
  const keyAlgorithm =
    kty === "OKP" && crv === "Ed25519"
      ? "ed25519"
      : kty === "EC" && crv === "P-256"
        ? "ecdsa-p256-sha256"
        : kty === "RSA"
          ? "rsa-pss-sha512"
          : undefined;
  const declared =
    alg === undefined
      ? keyAlgorithm
      : (JOSE_ALGORITHMS[String(alg)] ??
        (Object.hasOwn(ALGORITHM_PARAMETERS, String(alg)) ? (alg as Algorithm) : undefined));
  return declared === keyAlgorithm || (kty === "RSA" && declared === "rsa-v1_5-sha256")
    ? declared
    : undefined;
}

/** Reads a public key; nothing where it is none that signatures may be verified with: another kind, another use, a private one. */
export async function readKey(jwk: Jwk): Promise<VerifyingKey | undefined> {
  const { kty, crv, x, y, n, e, use, key_ops: operations } = jwk;
  const algorithm = detectAlgorithm(jwk);
  const id = algorithm && (await thumbprint(jwk));
  // A private key in a directory is anybody's.
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

/** 2048 to 4096 bits, without zeros before them: less can be broken, more takes long; and so does a long exponent, where 1 proves nothing. */
const isAcceptableRsa = (n: string, e: string): boolean =>
  n.length >= 340 && n.length <= 684 && !n.startsWith("AA") && e.length <= 6 && e !== "AQ";

/** A time in seconds; directories in the wild have milliseconds too. Nothing where it is no time. */
function parseSeconds(time: unknown, fallback: number): number | undefined {
  if (time === undefined || time === null) return fallback;
  if (typeof time !== "number" || !Number.isFinite(time)) return undefined;
  return time > 1e11 ? time / 1000 : time;
}

/** Whether a signature over a text is this key's. */
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
