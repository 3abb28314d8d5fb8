/** The kind of byte array that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export const base64url = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Decodes base64url. Returns `undefined` for any text that `base64url` wouldn't produce. */
export function fromBase64url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    // Unused trailing bits would allow a second encoding of the same bytes.
    return base64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export const randomBytes = (length: number): Bytes =>
  crypto.getRandomValues(new Uint8Array(length));

/** An unguessable token: 256 random bits in base64url. */
export const randomToken = (): string => base64url(randomBytes(32));
