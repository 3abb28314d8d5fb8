/** The pieces of an RFC 8941 structured field. */
const KEY = String.raw`[a-z*][a-z0-9_.*-]*`;
const STRING = String.raw`"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
const BARE = String.raw`(?:${STRING}|-?\d{1,15}(?:\.\d{1,3})?|[A-Za-z*][\w!#$%&'*+.^|~:/\x60-]*|:[A-Za-z0-9+/=]*:|\?[01])`;
const PARAMETERS = String.raw`(?:;[ ]*${KEY}(?:=${BARE})?)*`;
const LIST = String.raw`\([ ]*(?:${BARE}${PARAMETERS}(?:[ ]+${BARE}${PARAMETERS})*)?[ ]*\)`;
const MEMBER = new RegExp(
  String.raw`(${KEY})(?:=(?:(${STRING})|${BARE}|${LIST}))?${PARAMETERS}`,
  "y",
);
const COMMA = /[ \t]*,[ \t]*/y;

/**
 * The address of the platform's own profile, as UCP-Agent gives it: the string `profile` of an RFC 8941 dictionary, which
 * must be an https URL without a password. Nothing if it is anything else.
 */
export function parseProfileUrl(header: string): URL | undefined {
  const text = header.trim();
  let profile: string | undefined;
  for (let at = 0; ; ) {
    MEMBER.lastIndex = at;
    const [whole, key, string] = MEMBER.exec(text) ?? [];
    if (whole === undefined) return undefined;
    // The last of one name counts.
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
