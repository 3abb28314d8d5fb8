/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes in base64url without padding (RFC 4648, section 5). */
export const base64url = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The bytes of a text in base64url; none where it is not exactly what `base64url` writes. */
export function fromBase64url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    // Bits that no byte uses would be a second way to write the same.
    return base64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** So many random bytes. */
export const randomBytes = (length: number): Bytes =>
  crypto.getRandomValues(new Uint8Array(length));

/** A text that nobody guesses: 256 random bits in base64url. */
export const randomToken = (): string => base64url(randomBytes(32));
