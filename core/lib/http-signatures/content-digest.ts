import { isInnerList, readDictionary } from "./fields.ts";

/** Why a body couldn't be verified with a Content-Digest. */
type DigestError = "bad_digest" | "wrong_digest" | "unknown_digest";

/** The algorithms that are still secure (RFC 9530 §5). Others are ignored. */
const ALGORITHMS: Readonly<Record<string, string>> = { "sha-256": "SHA-256", "sha-512": "SHA-512" };

/**
 * Verifies a body with all supported digests of a Content-Digest (RFC 9530 §2). Returns undefined
 * if they match.
 */
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
