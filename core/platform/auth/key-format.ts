import { crc32 } from "../../lib/kit/bytes/crc32.ts";
import { hex, sha256 } from "../../lib/kit/bytes/digest.ts";
import { randomBytes } from "../../lib/kit/bytes/random.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 256 bits in base 62, and a six-digit checksum that tells mistyped keys from unknown keys. */
const SECRET_PATTERN = /^jf_live_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** An access token of a grant. It begins like a key, so that it is redacted like one. */
const ACCESS_TOKEN_PATTERN = /^jf_live_at_[0-9a-f]{64}$/;

/** Matches a character, either literal or percent-encoded once or several times. */
const encodedPattern = (letter: string): string =>
  `(?:${letter}|%(?:25)*${letter.charCodeAt(0).toString(16)})`;

/**
 * Matches keys anywhere in a text, including percent-encoded keys in URLs, but not the four
 * characters by which an owner recognizes a key.
 */
const SECRET_ANYWHERE = new RegExp(
  `${[..."jf_live_"].map(encodedPattern).join("")}(?:\\w|%(?:25)*(?:3\\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])){5,}`,
  "gi",
);

/** Creates an API key of 256 random bits: `jf_live_<43 characters>_<6 checksum characters>`. */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const body = base62(BigInt(`0x${hex(bytes)}`), 43);
  return `jf_live_${body}_${checksum(body)}`;
}

/** Whether a text has the format and the checksum of an API key. */
export function isSecret(text: string): boolean {
  const [, body, sum] = SECRET_PATTERN.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum;
}

/** Creates a token of a grant: `jf_live_at_` or `jf_live_rt_`, and 256 random bits. */
export const createToken = (kind: "access" | "refresh"): string =>
  `jf_live_${kind === "access" ? "at" : "rt"}_${hex(randomBytes(32))}`;

export const isAccessToken = (text: string): boolean => ACCESS_TOKEN_PATTERN.test(text);

/**
 * The SHA-256 of a key in hexadecimal digits, which is stored instead of the key. A slow password
 * hash isn't necessary, because keys are random.
 */
export const hashSecret = async (secret: string): Promise<string> => hex(await sha256(secret));

/** The first 12 characters of a key, by which its owner can recognize it. */
export const secretPrefix = (secret: string): string => secret.slice(0, "jf_live_".length + 4);

/** Replaces all API keys in a text with `jf_live_…`. */
export const redactSecrets = (text: string): string =>
  mayContainSecret(text) ? text.replaceAll(SECRET_ANYWHERE, "jf_live_…") : text;

/** A cheap test that avoids the expensive regular expression for most texts. */
const mayContainSecret = (text: string): boolean =>
  text.includes("%") || text.includes("_live_") || text.includes("_LIVE_");

const checksum = (body: string): string => base62(BigInt(crc32(`jf_live_${body}`)), 6);

function base62(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
}
