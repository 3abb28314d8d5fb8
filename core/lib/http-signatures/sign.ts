import { type SignableMessage, signatureBase } from "./base.ts";
import { type InnerList, type Item, serializeBytes, serializeMember } from "./fields.ts";

/** A signing key (Ed25519). */
export interface SigningKey {
  /** The thumbprint of the public key, which signatures use as `keyid`. */
  readonly id: string;
  /** The public key in base64url. */
  readonly x: string;
  readonly privateKey: CryptoKey;
  /** When the key starts to sign, in seconds since 1970. Only set until then. */
  readonly notBefore?: number;
  /** When the key is removed, in seconds since 1970. Only set if its removal is scheduled. */
  readonly until?: number;
}

/** The covered components and the parameters of a signature. */
interface SignatureOptions {
  readonly label: string;
  /** Component names, or names with parameters. */
  readonly components: readonly (
    | string
    | readonly [name: string, parameters: Readonly<Record<string, string | true>>]
  )[];
  /** Seconds since 1970. */
  readonly created: number;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly tag: string;
}

/**
 * Signs a message (RFC 9421 §3.1). Returns the members of `Signature-Input` and `Signature`.
 * Rejects if the message lacks a component.
 */
export async function sign(
  message: SignableMessage,
  { label, components, created, expires, tag }: SignatureOptions,
  { id, privateKey }: Pick<SigningKey, "id" | "privateKey">,
): Promise<{ input: string; signature: string }> {
  const items = components.map(
    (each): Item =>
      typeof each === "string" ? [each, new Map()] : [each[0], new Map(Object.entries(each[1]))],
  );
  const covered: InnerList = [
    items,
    new Map<string, string | number>([
      ["created", created],
      ["expires", expires],
      ["keyid", id],
      ["tag", tag],
    ]),
  ];
  const result = signatureBase(message, covered);
  if ("reason" in result)
    throw new Error(`The component ${result.component} can't be signed (${result.reason}).`);
  const bytes = await crypto.subtle.sign(
    "Ed25519",
    privateKey,
    new TextEncoder().encode(result.base),
  );
  return {
    input: `${label}=${serializeMember(covered)}`,
    signature: `${label}=${serializeBytes(new Uint8Array(bytes))}`,
  };
}
