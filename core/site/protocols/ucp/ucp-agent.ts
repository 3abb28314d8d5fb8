// The grammar of an RFC 8941 dictionary.
const KEY = "[a-z*][a-z0-9_.*-]*";
const STRING = String.raw`"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
const BARE = String.raw`(?:${STRING}|-?\d{1,15}(?:\.\d{1,3})?|[A-Za-z*][\w!#$%&'*+.^|~:/\x60-]*|:[A-Za-z0-9+/=]*:|\?[01])`;
const PARAMETERS = `(?:;[ ]*${KEY}(?:=${BARE})?)*`;
const LIST = String.raw`\([ ]*(?:${BARE}${PARAMETERS}(?:[ ]+${BARE}${PARAMETERS})*)?[ ]*\)`;
const MEMBER = new RegExp(`(${KEY})(?:=(?:(${STRING})|${BARE}|${LIST}))?${PARAMETERS}`, "y");
const COMMA = /[ \t]*,[ \t]*/y;

/**
 * Returns the URL of the platform's profile: the string `profile` in the RFC 8941 dictionary
 * UCP-Agent. Returns undefined if the header is invalid or the value isn't an https URL. URLs with
 * a user name or password are also invalid.
 */
export function parseProfileUrl(header: string): URL | undefined {
  const text = header.trim();
  let profile: string | undefined;
  for (let at = 0; ; ) {
    MEMBER.lastIndex = at;
    const [whole, key, string] = MEMBER.exec(text) ?? [];
    if (whole === undefined) return undefined;
    // If a key is repeated, its last value counts (RFC 8941 §4.2.2).
    if (key === "profile") profile = string;
    at += whole.length;
    if (at === text.length) break;
    COMMA.lastIndex = at;
    const [comma] = COMMA.exec(text) ?? [];
    if (comma === undefined) return undefined;
    at += comma.length;
  }
  const unquoted = profile?.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") ?? "";
  const url = URL.canParse(unquoted) ? new URL(unquoted) : undefined;
  return url?.protocol === "https:" && !url.username && !url.password ? url : undefined;
}
