import { encodeBase64url } from "../kit/bytes/base64.ts";
import { sha256 } from "../kit/bytes/digest.ts";
import { randomToken } from "../kit/bytes/random.ts";

/** Creates a random code verifier of 43 characters (RFC 7636, section 4.1). */
export const createVerifier = (): string => randomToken();

/** The S256 challenge of a code verifier (RFC 7636, section 4.2). */
export const createChallenge = async (verifier: string): Promise<string> =>
  encodeBase64url(await sha256(verifier));
