import { base64url, randomToken } from "../kit/base64.ts";

/** Creates a random code verifier of 43 characters (RFC 7636, section 4.1). */
export const createVerifier = (): string => randomToken();

/** The S256 challenge of a code verifier (RFC 7636, section 4.2). */
export const createChallenge = async (verifier: string): Promise<string> =>
  base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
