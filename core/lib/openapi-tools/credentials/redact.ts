import { REDACTED, redactText } from "../../redaction/index.ts";

const MAX_TEXT_LENGTH = 1_000;
const MAX_BYTES = 16_000;
const MAX_MEMBERS = 60;

/** Names of arguments that are probably secret. */
const SECRET_NAME =
  /pass(?:word|phrase|code|wd)?$|^pwd$|secret|token$|^token|api[-_ ]?key|private[-_ ]?key|access[-_ ]?key|credential|authorization|^auth$|cookie|session[-_ ]?id|cvc|cvv|card[-_ ]?number|^pin$|^otp$|ssn|iban|account[-_ ]?number|signature/i;
/** Names that resemble them but are not secret. */
const PLAIN_NAME =
  /page[-_]?token|next[-_]?token|sync[-_]?token|cursor|max[-_]?tokens|tokens?[-_]?count|token[-_]?type/i;
/**
 * Strings that are secret whatever their name: tokens of well-known forms, JWTs and private keys.
 */
const SECRET_TEXT =
  /\b(?:gh[opsur]_|github_pat_|sk_live_|sk_test_|rk_live_|whsec_|xox[abposr]-|AKIA[0-9A-Z]{12}|jf_live_|glpat-|AIza[0-9A-Za-z_-]{20}|ya29\.|SG\.[\w-]{10}|npm_[0-9A-Za-z]{20})[\w.-]*|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*|\b(?:Bearer|Basic) [\w.~+/=-]{8,}/g;

/**
 * Prepares arguments for storage: redacts known and probable secrets, removes file contents, and
 * truncates long strings and lists. The total is limited to about 16 kB.
 */
export function redactArguments(
  args: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> {
  const budget = { remaining: MAX_BYTES };
  return redactAndTruncate(args, secrets, budget, 0) as Record<string, unknown>;
}

/** The texts that stand for parts of arguments that aren't stored. */
const OMITTED =
  /^\[left out\]$|^\[\d+ more\]$|^\[\d+ characters of base64\]$|… \[\d+ characters\]$/;

/**
 * Returns the names of stored arguments from which `redactArguments` removed something. A text that
 * was sent with the words of a removed part counts as well.
 */
export const findIncompleteArguments = (stored: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(stored)
    .filter(([name, value]) => name.includes(REDACTED) || isIncomplete(value))
    .map(([name]) => name);

function isIncomplete(value: unknown): boolean {
  if (typeof value === "string") return value.includes(REDACTED) || OMITTED.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(isIncomplete);
  return (
    Object.keys(value).length >= MAX_MEMBERS ||
    findIncompleteArguments(value as Readonly<Record<string, unknown>>).length > 0
  );
}

function redactAndTruncate(
  value: unknown,
  secrets: readonly string[],
  budget: { remaining: number },
  depth: number,
): unknown {
  if (typeof value === "string") return redactAndTruncateText(value, secrets, budget);
  if (typeof value !== "object" || value === null) {
    budget.remaining -= 8;
    return value;
  }
  if (depth > 12 || budget.remaining <= 0) return "[left out]";
  if (Array.isArray(value)) {
    const all = value
      .slice(0, MAX_MEMBERS)
      .map((each) => redactAndTruncate(each, secrets, budget, depth + 1));
    return value.length > MAX_MEMBERS ? [...all, `[${value.length - MAX_MEMBERS} more]`] : all;
  }
  const members: Record<string, unknown> = {};
  const isFile =
    typeof (value as { data?: unknown }).data === "string" &&
    ("filename" in value || "content_type" in value);
  for (const [name, each] of Object.entries(value).slice(0, MAX_MEMBERS)) {
    budget.remaining -= name.length;
    const isSecret =
      SECRET_NAME.test(name) &&
      !PLAIN_NAME.test(name) &&
      each !== null &&
      typeof each !== "boolean";
    let memberValue: unknown;
    if (isSecret) memberValue = REDACTED;
    else if (isFile && name === "data")
      memberValue = `[${String(each).length} characters of base64]`;
    else memberValue = redactAndTruncate(each, secrets, budget, depth + 1);
    Object.defineProperty(members, redactText(name, secrets).slice(0, 200), {
      value: memberValue,
      enumerable: true,
      configurable: true,
    });
  }
  return members;
}

function redactAndTruncateText(
  text: string,
  secrets: readonly string[],
  budget: { remaining: number },
): string {
  const redacted = redactText(text, secrets)
    .slice(0, MAX_TEXT_LENGTH * 4)
    .replace(SECRET_TEXT, REDACTED);
  const maxLength = Math.max(0, Math.min(MAX_TEXT_LENGTH, budget.remaining));
  budget.remaining -= Math.min(redacted.length, maxLength);
  return redacted.length > maxLength || text.length > MAX_TEXT_LENGTH * 4
    ? `${redacted.slice(0, maxLength)}… [${text.length} characters]`
    : redacted;
}
