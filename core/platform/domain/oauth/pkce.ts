import { base64url, randomText } from "../seal/bytes.ts";

/** A code verifier (RFC 7636, section 4.1): 43 characters. */
export const newVerifier = (): string => randomText();

/** Its S256 challenge. */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
