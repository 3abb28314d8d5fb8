import { type Bytes, encodeBase64url } from "./base64.ts";

export const randomBytes = (length: number): Bytes =>
  crypto.getRandomValues(new Uint8Array(length));

/** An unguessable token: 256 random bits in base64url. */
export const randomToken = (): string => encodeBase64url(randomBytes(32));
