import { base64url, fromBase64url, randomBytes } from "./bytes.ts";

/** A key that secrets are sealed with. */
export interface DataKey {
  readonly id: string;
  /** AES-GCM, 256 bits. */
  readonly key: CryptoKey;
}

/** What a seal belongs to: it opens nowhere else. */
export interface SealedFor {
  /** The connection, or whatever else it is. */
  readonly id: string;
  /** Which of its values. */
  readonly field: string;
}

/** The form of what is sealed: bound into it, so that a later form is never read as this one. */
const VERSION = "s1";
const IV_BYTES = 12;

/** A text sealed with AES-256-GCM under a fresh random IV, as `s1.<key>.<iv>.<text>`, all of which is bound to what it is for. */
export async function sealed(
  text: string,
  { id, key }: DataKey,
  context: SealedFor,
): Promise<string> {
  const head = `${VERSION}.${id}`;
  const iv = randomBytes(IV_BYTES);
  const closed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: boundTo(context, head) },
    key,
    UTF8.encode(text),
  );
  return `${head}.${base64url(iv)}.${base64url(new Uint8Array(closed))}`;
}

/** The id of the key that a text was sealed with; none where it is no seal. */
export const keyIdOf = (seal: string): string | undefined =>
  /^s1\.([\w-]+)\.[\w-]{16}\.[\w-]{22,}$/.exec(seal)?.[1];

/** The text in a seal; none where anything of it was changed, or it was sealed for something else or with another key. */
export async function unsealed(
  seal: string,
  { id, key }: DataKey,
  context: SealedFor,
): Promise<string | undefined> {
  if (keyIdOf(seal) !== id) return undefined;
  const [version, , ivText, text] = seal.split(".");
  const iv = fromBase64url(ivText!);
  const closed = fromBase64url(text!);
  if (!iv || !closed) return undefined;
  try {
    const open = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData: boundTo(context, `${version}.${id}`) },
      key,
      closed,
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(open);
  } catch {
    return undefined;
  }
}

const UTF8 = new TextEncoder();

const boundTo = ({ id, field }: SealedFor, head: string) => UTF8.encode(`${id}|${field}|${head}`);
