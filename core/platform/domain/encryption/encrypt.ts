import { base64url, fromBase64url, randomBytes } from "./bytes.ts";

/** A key that secrets are sealed with. */
export interface DataKey {
  readonly id: string;
  /** AES-GCM, 256 bits. */
  readonly key: CryptoKey;
}

/** What a seal belongs to: it opens nowhere else. */
export interface EncryptionContext {
  /** The connection, or whatever else it is. */
  readonly id: string;
  /** Which of its values. */
  readonly field: string;
}

/** The form of what is sealed: bound into it, so that a later form is never read as this one. */
const VERSION = "s1";
const IV_BYTES = 12;

/** A text sealed with AES-256-GCM under a fresh random IV, as `s1.<key>.<iv>.<text>`, all of which is bound to what it is for. */
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
  return `${header}.${base64url(iv)}.${base64url(new Uint8Array(ciphertext))}`;
}

/** The id of the key that a text was sealed with; none where it is no seal. */
export const parseKeyId = (encrypted: string): string | undefined =>
  /^s1\.([\w-]+)\.[\w-]{16}\.[\w-]{22,}$/.exec(encrypted)?.[1];

/** The text in a seal; none where anything of it was changed, or it was sealed for something else or with another key. */
export async function decrypt(
  encrypted: string,
  { id, key }: DataKey,
  context: EncryptionContext,
): Promise<string | undefined> {
  if (parseKeyId(encrypted) !== id) return undefined;
  const [version, , ivText, text] = encrypted.split(".");
  const iv = fromBase64url(ivText!);
  const ciphertext = fromBase64url(text!);
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

const associatedData = ({ id, field }: EncryptionContext, header: string) =>
  UTF8.encode(`${id}|${field}|${header}`);
