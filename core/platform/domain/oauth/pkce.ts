import { base64url, randomToken } from "../encryption/bytes.ts";

/** A code verifier (RFC 7636, section 4.1): 43 characters. */
export const createVerifier = (): string => randomToken();

/** Its S256 challenge. */
export const createChallenge = async (verifier: string): Promise<string> =>
  base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
