import { decodeBase64url, encodeBase64url } from "../kit/bytes/base64.ts";
import { randomBytes } from "../kit/bytes/random.ts";

/** A key that encrypts the secrets of one account. */
export interface DataKey {
  readonly id: string;
  /** AES-GCM, 256 bits. */
  readonly key: CryptoKey;
}

/** The context that an encrypted text is bound to. Decryption fails in any other context. */
export interface EncryptionContext {
  /** The ID of the record, for example of a connection. */
  readonly id: string;
  /** The name of the encrypted value in that record. */
  readonly field: string;
}

/** The format version. It is authenticated, so that it can't be changed. */
const VERSION = "s1";
const IV_BYTES = 12;

/**
 * Encrypts a text with AES-256-GCM and a random IV. Returns `s1.<key ID>.<IV>.<ciphertext>`. The
 * version, the key ID and the context are authenticated with it.
 */
export async function encrypt(
  text: string,
  { id, key }: DataKey,
  context: EncryptionContext,
): Promise<string> {
  const header = `${VERSION}.${id}`;
  const iv = randomBytes(IV_BYTES);
  const ciphertext = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: associatedData(context, header) },
    key,
    UTF8.encode(text),
  );
  return `${header}.${encodeBase64url(iv)}.${encodeBase64url(new Uint8Array(ciphertext))}`;
}

/** The ID of the key that encrypted a text, or `undefined` if the format is invalid. */
const parseKeyId = (encrypted: string): string | undefined =>
  /^s1\.([\w-]+)\.[\w-]{16}\.[\w-]{22,}$/.exec(encrypted)?.[1];

/**
 * Decrypts the result of `encrypt`. Returns `undefined` if the text was modified, or if it was
 * encrypted with another key or in another context.
 */
export async function decrypt(
  encrypted: string,
  { id, key }: DataKey,
  context: EncryptionContext,
): Promise<string | undefined> {
  if (parseKeyId(encrypted) !== id) return undefined;
  const [version, , ivText, text] = encrypted.split(".");
  if (ivText === undefined || text === undefined) return undefined;
  const iv = decodeBase64url(ivText);
  const ciphertext = decodeBase64url(text);
  if (!iv || !ciphertext) return undefined;
  try {
    const plaintext = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData: associatedData(context, `${version}.${id}`) },
      key,
      ciphertext,
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(plaintext);
  } catch {
    return undefined;
  }
}

const UTF8 = new TextEncoder();

/** An ID may contain a bar, so a field must not: otherwise two contexts could be the same text. */
function associatedData({ id, field }: EncryptionContext, header: string) {
  if (field.includes("|")) throw new TypeError(`The field "${field}" contains a bar.`);
  return UTF8.encode(`${id}|${field}|${header}`);
}
