/**
 * Splits a text into words of letters and digits, in lower case and NFKC. In scripts without spaces,
 * a dictionary finds the words.
 */
export function tokenize(text: string): string[] {
  // Fast path for nearly all paths and queries. The general case takes ten times as long.
  if (ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const tokens: string[] = [];
  for (const [run] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!SPACELESS.test(run)) tokens.push(run);
    else for (const { segment } of segmenter().segment(run)) tokens.push(segment);
  }
  return tokens;
}

/** Scripts that write words without spaces between them. */
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

let wordSegmenter: Intl.Segmenter | undefined;
const segmenter = () => (wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: "word" }));

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

function decodeOrBlank(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return " ";
  }
}
