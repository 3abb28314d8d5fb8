/**
 * Returns whether a text may have a format. Rejects only clear mistakes, because apps accept more
 * than the RFCs: dates with or without a time, URLs without a scheme, email addresses with a name.
 * Accepts an empty text, with which clients unset a value, and any text for an unknown format.
 */
export const mayHaveFormat = (format: string, text: string): boolean => {
  if (text === "" || text.length > MAX_LENGTH) return true;
  return FORMATS.get(format)?.(text.trim()) ?? true;
};

/** Longer texts aren't checked. */
const MAX_LENGTH = 2000;

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date", isDate],
  ["date-time", isDate],
  ["email", isEmail],
  ["idn-email", isEmail],
  ["uri", isUri],
  ["url", isUri],
  ["uuid", (text: string) => UUID.test(text)],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
]);

/**
 * Accepts `2027-01-31` with any time after it, other forms with digits such as Unix seconds, and
 * `now` and `today`, which several apps define.
 */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (day === undefined) return /\d|^(now|today)$/i.test(text);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Accepts several addresses, and addresses with a name. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at < text.length - 1 && !/\s/.test(text.charAt(at - 1) + text.charAt(at + 1));
}

/** Accepts URLs without a scheme, and templates. */
function isUri(text: string): boolean {
  return !/\s/.test(text);
}

/** Accepts a UUID without hyphens, and in braces or as a URN. */
const UUID = /^(urn:uuid:)?\{?[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}\}?$/i;

/** Accepts a prefix length. */
function isIpv4(text: string): boolean {
  const parts = text.replace(/\/\d{1,2}$/, "").split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** Accepts a prefix length and a zone. */
function isIpv6(text: string): boolean {
  return /^[\da-f:.]*:[\da-f:.]*(%\w+)?(\/\d{1,3})?$/i.test(text);
}
