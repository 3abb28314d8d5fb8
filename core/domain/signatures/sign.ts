import type { OwnKey } from "../../ports/signing.ts";
import { type Message, signatureBase } from "./base.ts";
import { bytesWritten, type InnerList, type Item, written } from "./fields.ts";

/** What is signed, and how the signature is to be read. */
export interface Signing {
  readonly label: string;
  /** The names of the components, or names with their parameters. */
  readonly components: readonly (
    | string
    | readonly [name: string, parameters: Readonly<Record<string, string | true>>]
  )[];
  readonly created: number;
  readonly expires: number;
  readonly tag: string;
}

/** A signature over a message, as members of `Signature-Input` and `Signature`. Rejects where the message lacks a component. */
export async function sign(
  message: Message,
  { label, components, created, expires, tag }: Signing,
  { id, privateKey }: Pick<OwnKey, "id" | "privateKey">,
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
  const made = signatureBase(message, covered);
  if ("fault" in made)
    throw new Error(`There is nothing to sign for ${made.component}: ${made.fault}.`);
  const bytes = await crypto.subtle.sign(
    "Ed25519",
    privateKey,
    new TextEncoder().encode(made.base),
  );
  return {
    input: `${label}=${written(covered)}`,
    signature: `${label}=${bytesWritten(new Uint8Array(bytes))}`,
  };
}
