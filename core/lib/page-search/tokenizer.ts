/**
 * Splits a text into words of letters and digits, in lower case and NFKC. Runs of scripts without
 * spaces become bigrams.
 */
export function tokenize(text: string): string[] {
  // Fast path for nearly all paths and queries. The general case takes ten times as long.
  if (ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const tokens: string[] = [];
  for (const [run] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const piece of run.split(
      /((?:\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Thai})+)/u,
    )) {
      if (/^(?:\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Thai})/u.test(piece))
        tokens.push(...bigrams(piece));
      else if (piece) tokens.push(piece);
    }
  }
  return tokens;
}

const ASCII = /^[\x00-\x7f]*$/;
const PLAIN = /^[\x00-\x24\x26-\x7f]*$/;
const FILE_ENDING = /\.(html?|md|markdown|txt|php|aspx?)$/i;

/** Returns the words of a URL path, without the file extension. */
export function tokenizePath(path: string): string[] {
  if (PLAIN.test(path))
    return (
      path
        .replace(FILE_ENDING, "")
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    );
  const text = path.replace(FILE_ENDING, "").replaceAll(/(%[0-9a-f]{2})+/gi, decodeOrBlank);
  return tokenize(text);
}

/** Removes the plural -s of a word, so that singular and plural match. */
export const stem = (token: string): string =>
  token.length > 3 && token.endsWith("s") && !token.endsWith("ss") ? token.slice(0, -1) : token;

function bigrams(run: string): string[] {
  const letters = [...run];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => letters[at]! + letter);
}

function decodeOrBlank(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return " ";
  }
}
