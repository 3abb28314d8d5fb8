import { type Jwk, readKey, type VerifyingKey } from "./keys.ts";

/** The maximum number of keys in a directory. */
const MAX_KEYS = 20;

/**
 * Reads the keys of a directory (a JSON Web Key Set) by thumbprint. Omits unusable keys. Returns
 * undefined if the text isn't a key set or has more than 20 keys. Thumbprints are computed here:
 * the `kid` of a key is ignored.
 */
export async function readKeySet(
  text: string,
): Promise<ReadonlyMap<string, VerifyingKey> | undefined> {
  const entries = parseEntries(text);
  if (!entries || entries.length > MAX_KEYS) return undefined;
  const keys = await Promise.all(
    entries.map((entry) =>
      typeof entry === "object" && entry !== null && !Array.isArray(entry)
        ? readKey(entry as Jwk)
        : undefined,
    ),
  );
  return new Map(keys.flatMap((key) => (key ? [[key.id, key]] : [])));
}

function parseEntries(text: string): unknown[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Thumbprints of the test keys in RFC 9421 (B.1.1 to B.1.4) and the draft, whose private keys are
 * published.
 */
export const TEST_KEYS: ReadonlySet<string> = new Set([
  "BHj8s0GPnMEQtkaULIM-PLgEhLBbuGUQ1vMxmBWZzEo",
  "oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA",
  "ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI",
  "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
]);
