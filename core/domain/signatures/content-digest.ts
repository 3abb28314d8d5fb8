import { isInnerList, readDictionary } from "./fields.ts";

/** Why a body is not known to be the one that a Content-Digest is of. */
export type DigestError = "bad_digest" | "wrong_digest" | "unknown_digest";

/** The algorithms that are still good (RFC 9530 §5); the others of the registry count as not there. */
const ALGORITHMS: Readonly<Record<string, string>> = { "sha-256": "SHA-256", "sha-512": "SHA-512" };

/** Holds a body against all digests of a Content-Digest that are known (RFC 9530 §2); nothing where they are the body's. */
export async function checkContentDigest(
  field: string,
  content: Uint8Array,
): Promise<DigestError | undefined> {
  const members = readDictionary(field);
  if (!members || members.size === 0) return "bad_digest";
  let knownCount = 0;
  for (const [name, member] of members) {
    const algorithm = ALGORITHMS[name];
    if (!algorithm) continue;
    if (isInnerList(member) || !(member[0] instanceof ArrayBuffer)) return "bad_digest";
    const expected = new Uint8Array(member[0]);
    const actual = new Uint8Array(
      await crypto.subtle.digest(algorithm, content as Uint8Array<ArrayBuffer>),
    );
    if (expected.length !== actual.length || expected.some((byte, index) => byte !== actual[index]))
      return "wrong_digest";
    knownCount++;
  }
  return knownCount === 0 ? "unknown_digest" : undefined;
}
