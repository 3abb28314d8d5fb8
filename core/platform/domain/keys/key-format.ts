import { hex, sha256 } from "../../../domain/digest.ts";
import { crc32 } from "./crc32.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 256 bits in base 62, and six digits by which a mistyped one is told from one that was never made. */
const SECRET_PATTERN = /^jf_live_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** A character as it is, or percent-encoded once or several times. */
const encodedPattern = (letter: string): string =>
  `(?:${letter}|%(?:25)*${letter.charCodeAt(0).toString(16)})`;

/** Wherever one stands in a text, however an address spells it: what must not be repeated. */
const SECRET_ANYWHERE = new RegExp(
  `${[..."jf_live_"].map(encodedPattern).join("")}(?:\\w|%(?:25)*(?:3\\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a]))+`,
  "gi",
);

/** A new key: 256 random bits, of the form `jf_live_<43 characters>_<6 characters>`. */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const body = base62(BigInt(`0x${hex(bytes)}`), 43);
  return `jf_live_${body}_${checksum(body)}`;
}

/** Whether a text may be a key, by its form and its checksum. */
export function isSecret(text: string): boolean {
  const [, body, sum] = SECRET_PATTERN.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum;
}

/** All that is kept of a key: its SHA-256, in hexadecimal digits. The key is random, so that no slow function is needed. */
export const hashSecret = async (secret: string): Promise<string> => hex(await sha256(secret));

/** How a key begins, by which its owner knows it again. */
export const secretPrefix = (secret: string): string => secret.slice(0, "jf_live_".length + 4);

/** A text in which no key can be read any more. */
export const redactSecrets = (text: string): string =>
  mayContainSecret(text) ? text.replaceAll(SECRET_ANYWHERE, "jf_live_…") : text;

/** Looking for words costs next to nothing, and an expression does. */
const mayContainSecret = (text: string): boolean =>
  text.includes("%") || text.includes("_live_") || text.includes("_LIVE_");

const checksum = (body: string): string => base62(BigInt(crc32(`jf_live_${body}`)), 6);

function base62(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = DIGITS[Number(rest % 62n)]! + digits;
  return digits;
}
