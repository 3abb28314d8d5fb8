/** Any code point, in RE2 syntax. */
export const ANY = String.raw`[\x{0}-\x{10ffff}]`;

/** A class without members, in RE2 syntax. */
export const NOTHING = String.raw`[^\x{0}-\x{10ffff}]`;

/** The dot of ECMA-262, which excludes four line terminators. The dot of RE2 excludes only one. */
export const DOT = String.raw`[^\n\r\x{2028}\x{2029}]`;

/** The members of `\s` in ECMA-262, which has more than `\s` in RE2. */
export const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

/** The members of `\S` in ECMA-262. */
export const NOT_SPACES = [
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}`,
  String.raw`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join("");

/** The code points of the control escapes, for example `\n`. */
export const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A single code point, in RE2 syntax. */
export const literal = (codePoint: number) => `\\x{${codePoint.toString(16)}}`;
