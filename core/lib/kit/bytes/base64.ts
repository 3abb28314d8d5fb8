/** The kind of byte array that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Every runtime accepts this many arguments in one call. */
const CHUNK = 0x8000;

/** Encodes bytes as base64 (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK) as Iterable<number> as number[];
    // Spreading the elements of a typed array takes seven times as long.
    text += String.fromCharCode.apply(undefined, chunk);
  }
  return btoa(text);
}

/**
 * Decodes base64 or base64url, with or without padding. Ignores ASCII whitespace. Returns
 * `undefined` for any other text.
 */
export function decodeBase64(text: string): Bytes | undefined {
  let binary: string;
  try {
    binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export const encodeBase64url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Decodes base64url. Returns `undefined` for any text that `encodeBase64url` wouldn't produce. */
export function decodeBase64url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  // Unused trailing bits would allow a second encoding of the same bytes.
  const unusedBits = ((4 - (text.length % 4)) % 4) * 2;
  const last = BASE64URL.indexOf(text.slice(-1));
  if (unusedBits > 0 && last % 2 ** unusedBits !== 0) return undefined;
  return decodeBase64(text);
}

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
