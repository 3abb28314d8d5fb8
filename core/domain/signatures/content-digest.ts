import { dictionaryOf, isInnerList } from "./fields.ts";

/** Why a body is not known to be the one that a Content-Digest is of. */
export type DigestFault = "bad_digest" | "wrong_digest" | "unknown_digest";

/** The algorithms that are still good (RFC 9530 §5); the others of the registry count as not there. */
const ALGORITHMS: Readonly<Record<string, string>> = { "sha-256": "SHA-256", "sha-512": "SHA-512" };

/** Holds a body against all digests of a Content-Digest that are known (RFC 9530 §2); nothing where they are the body's. */
export async function digestFault(
  field: string,
  content: Uint8Array,
): Promise<DigestFault | undefined> {
  const members = dictionaryOf(field);
  if (!members || members.size === 0) return "bad_digest";
  let known = 0;
  for (const [name, member] of members) {
    const algorithm = ALGORITHMS[name];
    if (!algorithm) continue;
    if (isInnerList(member) || !(member[0] instanceof ArrayBuffer)) return "bad_digest";
    const said = new Uint8Array(member[0]);
    const made = new Uint8Array(
      await crypto.subtle.digest(algorithm, content as Uint8Array<ArrayBuffer>),
    );
    if (said.length !== made.length || said.some((byte, at) => byte !== made[at]))
      return "wrong_digest";
    known++;
  }
  return known === 0 ? "unknown_digest" : undefined;
}
