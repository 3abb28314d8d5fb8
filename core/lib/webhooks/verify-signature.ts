import { type Bytes, decodeBase64, encodeBase64 } from "../kit/bytes/base64.ts";
import { sha256 } from "../kit/bytes/digest.ts";
import type { WebhookScheme } from "./scheme.ts";
import { parseWebhookSecret } from "./standard.ts";

/**
 * Imported secrets of HMAC, so that each request needn't import them. Whoever keeps one keeps the
 * secrets.
 */
export type ImportedSecrets = Map<string, Promise<CryptoKey>>;

const HASHES = {
  "hmac-sha1": "SHA-1",
  "hmac-sha256": "SHA-256",
  "hmac-sha512": "SHA-512",
} as const;

/** Decodes a secret. `undefined` if it is empty, or has only zeros. */
export function decodeKey(
  { key = "text", algorithm }: WebhookScheme,
  secret: string,
): Bytes | undefined {
  const bytes = decodeText(algorithm === "ecdsa-p256" ? "base64" : key, secret);
  return bytes && bytes.length > 0 && bytes.some((byte) => byte !== 0) ? bytes : undefined;
}

function decodeText(form: NonNullable<WebhookScheme["key"]>, text: string): Bytes | undefined {
  switch (form) {
    case "text":
      return new TextEncoder().encode(text);
    case "base64":
      return decodeBase64(text);
    case "hex":
      return decodeHex(text);
    case "standard":
      return parseWebhookSecret(text);
  }
}

function decodeHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Returns whether a signature is that of a message. */
export async function matches(
  scheme: WebhookScheme,
  key: Bytes,
  signature: string,
  message: Bytes,
  imported: ImportedSecrets,
): Promise<boolean> {
  const { algorithm } = scheme;
  if (algorithm === "token") return isEqual(key, new TextEncoder().encode(signature));
  const isStrict = scheme.encoding !== "base64" || /^[A-Za-z0-9+/]+={0,2}$/.test(signature);
  const bytes = isStrict ? decodeText(scheme.encoding ?? "hex", signature) : undefined;
  if (!bytes || bytes.length === 0) return false;
  try {
    return await verifyBytes(algorithm, key, bytes, message, imported);
  } catch {
    // The key isn't one of this algorithm.
    return false;
  }
}

async function verifyBytes(
  algorithm: Exclude<WebhookScheme["algorithm"], "token">,
  key: Bytes,
  signature: Bytes,
  message: Bytes,
  imported: ImportedSecrets,
): Promise<boolean> {
  const { subtle } = crypto;
  if (algorithm === "ed25519") {
    const publicKey = await subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return subtle.verify("Ed25519", publicKey, signature, message);
  }
  if (algorithm === "ecdsa-p256") {
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    const publicKey = await subtle.importKey("spki", key, curve, false, ["verify"]);
    const raw = fromDer(signature);
    return (
      raw !== undefined &&
      subtle.verify({ name: "ECDSA", hash: "SHA-256" }, publicKey, raw, message)
    );
  }
  const name = `${algorithm} ${encodeBase64(key)}`;
  const secret =
    imported.get(name) ??
    subtle.importKey("raw", key, { name: "HMAC", hash: HASHES[algorithm] }, false, ["verify"]);
  imported.set(name, secret);
  return subtle.verify("HMAC", await secret, signature, message);
}

/** Converts an ECDSA signature from DER (RFC 3279, section 2.2.3) to the form of WebCrypto. */
function fromDer(der: Bytes): Bytes | undefined {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1];
    if (der[0] !== 0x30 || der[at] !== 2 || length === undefined) return undefined;
    let integer = der.slice(at + 2, at + 2 + length);
    while (integer.length > 32 && integer[0] === 0) integer = integer.slice(1);
    if (integer.length === 0 || integer.length > 32) return undefined;
    raw.set(integer, end - integer.length);
    at += 2 + length;
  }
  return at === der.length ? raw : undefined;
}

/** Compares digests, whose time doesn't depend on where the texts differ. */
export async function isEqual(a: Uint8Array, b: Uint8Array): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(a), sha256(b)]);
  let difference = 0;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}
