/** A text in which none of these secrets can be read any more. */
export function withoutTexts(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    if (clean.includes(secret)) clean = clean.replaceAll(secret, HIDDEN);
  return clean;
}

/** JSON's value without the secrets, in texts and in names; the very same where there are none. Of what is written as \\u002f only the value says what it is. */
export function withoutTextsIn(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return withoutTexts(value, secrets);
  if (typeof value !== "object" || value === null) return value;
  let isChanged = false;
  const clean = (each: unknown) => {
    const next = withoutTextsIn(each, secrets);
    isChanged ||= next !== each;
    return next;
  };
  const next = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), clean(each)]));
  return isChanged ? next : value;
}

/** Bytes that are no text, with stars in the place of each secret. */
export function withoutTextsInBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const letters = LATIN.decode(bytes);
  const found = secrets.filter((secret) => letters.includes(secret));
  if (found.length === 0) return bytes;
  const clean = bytes.slice();
  for (const secret of found)
    for (let at = letters.indexOf(secret); at !== -1; at = letters.indexOf(secret, at + 1))
      clean.fill(0x2a, at, at + secret.length);
  return clean;
}
const LATIN = new TextDecoder("latin1");

/** What stands in a secret's place. */
export const HIDDEN = "[hidden]";

const LONGEST = 1_000;
const MOST_BYTES = 16_000;
const MOST_MEMBERS = 60;

/** Names of what is likely to be secret. */
const SECRET_NAME =
  /pass(?:word|phrase|code|wd)?$|^pwd$|secret|token$|^token|api[-_ ]?key|private[-_ ]?key|access[-_ ]?key|credential|authorization|^auth$|cookie|session[-_ ]?id|cvc|cvv|card[-_ ]?number|^pin$|^otp$|ssn|iban|account[-_ ]?number|signature/i;
/** Names like those, of what is not. */
const PLAIN_NAME =
  /page[-_]?token|next[-_]?token|sync[-_]?token|cursor|max[-_]?tokens|tokens?[-_]?count|token[-_]?type/i;
/** Texts that are secret whatever they are called: tokens of known forms, JWTs, private keys. */
const SECRET_TEXT =
  /\b(?:gh[opsur]_|github_pat_|sk_live_|sk_test_|rk_live_|whsec_|xox[abposr]-|AKIA[0-9A-Z]{12}|jf_live_|glpat-|AIza[0-9A-Za-z_-]{20}|ya29\.|SG\.[\w-]{10}|npm_[0-9A-Za-z]{20})[\w.-]*|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*|\b(?:Bearer|Basic) [\w.~+/=-]{8,}/g;

/** Arguments as they may be kept: nothing in them that is or may be secret, files and long texts cut off, 16 kB in all. */
export function keptArguments(
  given: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> {
  const room = { left: MOST_BYTES };
  return kept(given, secrets, room, 0) as Record<string, unknown>;
}

function kept(
  value: unknown,
  secrets: readonly string[],
  room: { left: number },
  depth: number,
): unknown {
  if (typeof value === "string") return textKept(value, secrets, room);
  if (typeof value !== "object" || value === null) {
    room.left -= 8;
    return value;
  }
  if (depth > 12 || room.left <= 0) return "[left out]";
  if (Array.isArray(value)) {
    const all = value.slice(0, MOST_MEMBERS).map((each) => kept(each, secrets, room, depth + 1));
    return value.length > MOST_MEMBERS ? [...all, `[${value.length - MOST_MEMBERS} more]`] : all;
  }
  const members: Record<string, unknown> = {};
  const isFile =
    typeof (value as { data?: unknown }).data === "string" &&
    ("filename" in value || "content_type" in value);
  for (const [name, each] of Object.entries(value).slice(0, MOST_MEMBERS)) {
    room.left -= name.length;
    const isSecret =
      SECRET_NAME.test(name) &&
      !PLAIN_NAME.test(name) &&
      each !== null &&
      typeof each !== "boolean";
    const shown = isSecret
      ? HIDDEN
      : isFile && name === "data"
        ? `[${String(each).length} characters of base64]`
        : kept(each, secrets, room, depth + 1);
    Object.defineProperty(members, withoutTexts(name, secrets).slice(0, 200), {
      value: shown,
      enumerable: true,
      configurable: true,
    });
  }
  return members;
}

function textKept(text: string, secrets: readonly string[], room: { left: number }): string {
  const clean = withoutTexts(text, secrets)
    .slice(0, LONGEST * 4)
    .replace(SECRET_TEXT, HIDDEN);
  const most = Math.max(0, Math.min(LONGEST, room.left));
  room.left -= Math.min(clean.length, most);
  return clean.length > most || text.length > LONGEST * 4
    ? `${clean.slice(0, most)}… [${text.length} characters]`
    : clean;
}
