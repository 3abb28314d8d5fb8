import { randomBytes } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns a prefix and 160 random bits as 27 letters and digits. */
export function createToken(prefix: string): string {
  let bits = BigInt(`0x${randomBytes(20).toString("hex")}`);
  let text = "";
  for (let remaining = 27; remaining > 0; remaining--, bits /= 62n)
    text = DIGITS.charAt(Number(bits % 62n)) + text;
  return prefix + text;
}

/** Returns whether a string has the format of a token. */
export const isToken = (prefix: string, text: string): boolean =>
  text.startsWith(prefix) && /^[\dA-Za-z]{27}$/.test(text.slice(prefix.length));
