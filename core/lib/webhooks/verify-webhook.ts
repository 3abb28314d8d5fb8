import { type Bytes, decodeBase64, encodeBase64 } from "../kit/base64.ts";
import { sha256 } from "../kit/digest.ts";
import { resolvePointer } from "../kit/json-pointer.ts";
import type { WebhookScheme } from "./scheme.ts";
import { parseWebhookSecret } from "./standard.ts";
import { parseBody, type WebhookRequest } from "./webhook-request.ts";

/** Why a request was refused. */
export type WebhookRefusal =
  | "signature_missing"
  | "signature_mismatch"
  | "timestamp_missing"
  | "timestamp_outside_tolerance"
  | "header_repeated"
  | "secret_unusable"
  | "body_unreadable";

export type WebhookVerdict =
  | { readonly isVerified: true; readonly body: unknown }
  | { readonly isVerified: false; readonly reason: WebhookRefusal };

/**
 * Imported secrets of HMAC, so that each request needn't import them. Whoever keeps one keeps the
 * secrets.
 */
export type ImportedSecrets = Map<string, Promise<CryptoKey>>;

const DEFAULT_TOLERANCE_SECONDS = 300;
const HASHES = {
  "hmac-sha1": "SHA-1",
  "hmac-sha256": "SHA-256",
  "hmac-sha512": "SHA-512",
} as const;

/**
 * Verifies a request, and parses its body afterwards. Every signature is compared with every secret,
 * in a time that doesn't depend on where they differ.
 *
 * @param secrets The secrets that are valid now, at least one.
 * @param now Milliseconds since 1970.
 * @param imported Filled with those of `secrets`.
 */
export async function verifyWebhook(
  scheme: WebhookScheme,
  secrets: readonly string[],
  request: WebhookRequest,
  now: number,
  imported: ImportedSecrets = new Map(),
): Promise<WebhookVerdict> {
  const keys = secrets.map((secret) => decodeKey(scheme, secret));
  if (keys.length === 0 || keys.some((key) => key === undefined)) return refuse("secret_unusable");
  const signed = readSigned(scheme, request);
  if ("reason" in signed) return { isVerified: false, reason: signed.reason };
  const outside = checkTime(scheme, signed.timestamp, now);
  if (outside) return refuse(outside);
  if (scheme.signature.pointer !== undefined)
    return verifyTokens(scheme, scheme.signature.pointer, secrets, request);
  let isVerified = false;
  for (const key of keys)
    for (const signature of signed.signatures)
      if (await matches(scheme, key!, signature, signed.message, imported)) isVerified = true;
  if (!isVerified) return refuse("signature_mismatch");
  const body = parseBody(request);
  if (body === undefined) return refuse("body_unreadable");
  const pointer = scheme.timestamp?.pointer;
  const late =
    pointer === undefined
      ? undefined
      : checkTime(scheme, toText(resolvePointer(body, pointer)), now);
  return late ? refuse(late) : { isVerified: true, body };
}

const refuse = (reason: WebhookRefusal): WebhookVerdict => ({ isVerified: false, reason });

const toText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

interface Signed {
  readonly signatures: readonly string[];
  readonly timestamp: string | undefined;
  readonly message: Bytes;
}

/** Reads the signatures of a request and what they are about. */
function readSigned(
  scheme: WebhookScheme,
  request: WebhookRequest,
): Signed | { readonly reason: WebhookRefusal } {
  const { signature, timestamp: time } = scheme;
  if (signature.pointer !== undefined)
    return { signatures: [], timestamp: undefined, message: new Uint8Array() };
  // Headers of two spellings must not be mixed.
  const index = (signature.headers ?? []).findIndex((name) => request.headers.get(name) !== null);
  const header = readHeader(request, signature.headers?.[index]);
  if (!header) return { reason: "signature_missing" };
  const parsed = splitSignatures(signature, header, time?.pair);
  if ("reason" in parsed) return parsed;
  const { signatures } = parsed;
  if (signatures.length === 0) return { reason: "signature_missing" };
  const timestamp =
    time?.pair === undefined ? readHeader(request, time?.headers?.[index]) : parsed.timestamp;
  const isInBody = time?.pointer !== undefined;
  if (time && !isInBody && !timestamp) return { reason: "timestamp_missing" };
  const idName = scheme.id?.[index];
  const id = (idName?.startsWith("/") ? undefined : readHeader(request, idName)) ?? "";
  const message = createMessage(scheme, request, { timestamp: timestamp ?? "", id });
  return { signatures, timestamp: isInBody ? undefined : timestamp, message };
}

/** `Headers` throws for an empty name. */
const readHeader = ({ headers }: WebhookRequest, name: string | undefined): string | undefined =>
  name === undefined ? undefined : (headers.get(name) ?? undefined);

function splitSignatures(
  { split, prefix = "" }: WebhookScheme["signature"],
  header: string,
  timestampName: string | undefined,
):
  | { readonly signatures: readonly string[]; readonly timestamp?: string | undefined }
  | { readonly reason: WebhookRefusal } {
  if (!split) return { signatures: header.startsWith(prefix) ? [header.slice(prefix.length)] : [] };
  const parts = header.split(split.separator).map((part) => part.trim());
  if (split.kind === "list") {
    // Runtimes join the values of a repeated header with a comma.
    if (parts.some((part) => part.endsWith(","))) return { reason: "header_repeated" };
    const matching = parts.filter((part) => part.startsWith(prefix));
    return { signatures: matching.map((part) => part.slice(prefix.length)) };
  }
  const pairs = parts.map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)] as const;
  });
  const timestamps = pairs.filter(([name]) => name === timestampName).map(([, value]) => value);
  if (timestamps.length > 1) return { reason: "header_repeated" };
  return {
    signatures: pairs.filter(([name]) => name === split.name).map(([, value]) => value),
    timestamp: timestamps[0],
  };
}

/** Concatenates what is signed. The body stays as it was received. */
function createMessage(
  { signed = "{body}" }: WebhookScheme,
  { method, url, body }: WebhookRequest,
  { timestamp, id }: { readonly timestamp: string; readonly id: string },
): Bytes {
  const values: Readonly<Record<string, string>> = { timestamp, id, url, method };
  const parts = signed.split(/(\{\w+\})/).map((part): Uint8Array => {
    if (part === "{body}") return body;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return new TextEncoder().encode(name === undefined ? part : (values[name] ?? ""));
  });
  const message = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  return message;
}

function checkTime(
  { timestamp: place }: WebhookScheme,
  text: string | undefined,
  now: number,
): WebhookRefusal | undefined {
  if (!place || text === undefined) return undefined;
  const time = parseTime(text, place.unit);
  const tolerance = (place.tolerance ?? DEFAULT_TOLERANCE_SECONDS) * 1_000;
  // Written so that NaN is refused too.
  return Math.abs(now - time) <= tolerance ? undefined : "timestamp_outside_tolerance";
}

function parseTime(text: string, unit: "seconds" | "milliseconds" | "date"): number {
  if (unit === "date") return Date.parse(text);
  if (!/^\d{1,15}$/.test(text)) return Number.NaN;
  return Number(text) * (unit === "seconds" ? 1_000 : 1);
}

/** Decodes a secret. `undefined` if it is empty, or has only zeros. */
function decodeKey({ key = "text", algorithm }: WebhookScheme, secret: string): Bytes | undefined {
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

async function matches(
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

/** Compares the tokens in a body with the secrets. Every event of the body must have one. */
async function verifyTokens(
  { each }: WebhookScheme,
  pointer: string,
  secrets: readonly string[],
  request: WebhookRequest,
): Promise<WebhookVerdict> {
  const body = parseBody(request);
  if (body === undefined) return refuse("body_unreadable");
  const items = each === undefined ? [body] : resolvePointer(body, each);
  if (!Array.isArray(items) || items.length === 0) return refuse("signature_missing");
  for (const item of items) {
    const token = resolvePointer(item, pointer);
    if (typeof token !== "string") return refuse("signature_missing");
    const results = await Promise.all(
      secrets.map((secret) => {
        const encoder = new TextEncoder();
        return isEqual(encoder.encode(secret), encoder.encode(token));
      }),
    );
    if (!results.includes(true)) return refuse("signature_mismatch");
  }
  return { isVerified: true, body };
}

/** Compares digests, whose time doesn't depend on where the texts differ. */
async function isEqual(a: Uint8Array, b: Uint8Array): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(a), sha256(b)]);
  let difference = 0;
  for (const [index, byte] of left.entries()) difference |= byte ^ right[index]!;
  return difference === 0;
}
