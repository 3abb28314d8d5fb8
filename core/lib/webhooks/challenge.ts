/** The characters of challenges that a secret signs: those of Base64, Base64url and hexadecimal. */
const SIGNED_CHALLENGE = /^[A-Za-z0-9+/=_-]{1,200}$/;

/** The characters of challenges that are returned unsigned: printable ASCII. */
const ECHOED_CHALLENGE = /^[\x20-\x7e]{1,500}$/;

/** Whether a secret may sign a challenge. No message of a scheme consists of these characters. */
export const isSignable = (value: unknown): value is string =>
  typeof value === "string" && SIGNED_CHALLENGE.test(value);

/** Whether a challenge may be returned as text. */
export const isEchoable = (value: unknown): value is string =>
  typeof value === "string" && ECHOED_CHALLENGE.test(value);
