const SPECIAL = /[\\`*_[\]<&~(]/;
const SPECIALS = new RegExp(SPECIAL.source, "g");
const SPACE = /\s/;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const TAG_START = /[A-Za-z/!?]/;
const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;

/** The surroundings of a text. */
interface EscapeContext {
  isInLink: boolean;
  /**
   * The emphasis delimiters that occur at least twice in the block. Called only for texts that
   * contain one.
   */
  pairedDelimiters(): string;
}

/**
 * Escapes the characters in a text that Markdown would interpret as markup. `before` is the
 * preceding character, or "".
 */
export function escapeMarkdown(text: string, before: string, context: EscapeContext): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(SPECIALS, (char, at: number) => {
    const previous = at > 0 ? text[at - 1]! : before;
    return isMarkup(char, previous, text[at + 1] ?? "", context, text, at) ? `\\${char}` : char;
  });
}

/**
 * At the end of a run, `next` is "" because the following character is unknown. The character then
 * counts as markup.
 */
function isMarkup(
  char: string,
  previous: string,
  next: string,
  { isInLink, pairedDelimiters }: EscapeContext,
  text: string,
  at: number,
): boolean {
  const isApart = (previous === "" || SPACE.test(previous)) && SPACE.test(next);
  switch (char) {
    case "\\":
      return next === "" || PUNCTUATION.test(next);
    case "*":
      return !isApart && pairedDelimiters().includes(char);
    case "_":
      return (
        !isApart &&
        !(ALPHANUMERIC.test(previous) && ALPHANUMERIC.test(next)) &&
        pairedDelimiters().includes(char)
      );
    case "[":
      return isInLink;
    case "]":
      return isInLink || next === "(";
    case "(":
      return previous === "]" && at === 0;
    case "<":
      return next === "" || TAG_START.test(next);
    case "&":
      REFERENCE.lastIndex = at;
      return REFERENCE.test(text);
    case "~":
      return previous === "~" || next === "~" || (!isApart && pairedDelimiters().includes(char));
    default:
      return true;
  }
}

const STARTS_WITH_LETTER = /^[A-Za-z]/;
const LINE_START =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|[-=]+\s*$|[-*_](?:\s*[-*_]){2,}\s*$|\[(?=[ xX]\]|[^\]]{1,999}\]:))/;
const ORDINAL = /^(\d{1,9})([.)])(?=\s|$)/;

/**
 * Escapes a line that Markdown would read as a heading, list item, quotation, rule or link
 * definition.
 */
export function escapeLineStart(line: string): string {
  if (STARTS_WITH_LETTER.test(line)) return line;
  if (LINE_START.test(line)) return `\\${line}`;
  return line.replace(ORDINAL, "$1\\$2");
}

/**
 * A link destination, in angle brackets if it has parentheses or spaces because these would end it.
 */
export function linkDestination(url: string): string {
  return /[()\s<>]/.test(url) ? `<${url.replace(/[\s<>]/g, encodeURIComponent)}>` : url;
}

/** The length of the longest run of `char` in a text. */
export function longestRun(text: string, char: string): number {
  let longest = 0;
  for (let at = text.indexOf(char); at !== -1; ) {
    let end = at + 1;
    while (text[end] === char) end++;
    longest = Math.max(longest, end - at);
    at = text.indexOf(char, end);
  }
  return longest;
}

/** Writes text as a code span with collapsed white space. */
export function codeSpan(text: string): string {
  const code = text.replace(/\s+/g, " ").trim();
  const ticks = "`".repeat(longestRun(code, "`") + 1);
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return ticks + pad + code + pad + ticks;
}
