const special = /[\\`*_[\]<&~(]/;
const specials = new RegExp(special.source, "g");
const space = /\s/;
const alphanumeric = /[\p{L}\p{N}]/u;
const punctuation = /[!-/:-@[-`{-~]/;
const tagStart = /[A-Za-z/!?]/;
const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;

/** Where a text stands. */
interface EscapeContext {
  isInLink: boolean;
  /** The signs of emphasis that the block has several of; asked where there is one. */
  pairedDelimiters(): string;
}

/** Text as Markdown that reads as the same text; a character is escaped only where Markdown would take it for markup. `before` is the character that precedes, or "". */
export function escapeMarkdown(text: string, before: string, context: EscapeContext): string {
  if (!special.test(text)) return text;
  return text.replace(specials, (char, at: number) => {
    const previous = at > 0 ? text[at - 1]! : before;
    return isMarkup(char, previous, text[at + 1] ?? "", context, text, at) ? `\\${char}` : char;
  });
}

/** What follows the end of a run is not known: `next` is "" there, and the careful answer is given. */
function isMarkup(
  char: string,
  previous: string,
  next: string,
  { isInLink, pairedDelimiters }: EscapeContext,
  text: string,
  at: number,
): boolean {
  const isApart = (previous === "" || space.test(previous)) && space.test(next);
  switch (char) {
    case "\\":
      return next === "" || punctuation.test(next);
    case "*":
      return !isApart && pairedDelimiters().includes(char);
    case "_":
      return (
        !isApart &&
        !(alphanumeric.test(previous) && alphanumeric.test(next)) &&
        pairedDelimiters().includes(char)
      );
    case "[":
      return isInLink;
    case "]":
      return isInLink || next === "(";
    case "(":
      return previous === "]" && at === 0;
    case "<":
      return next === "" || tagStart.test(next);
    case "&":
      reference.lastIndex = at;
      return reference.test(text);
    case "~":
      return previous === "~" || next === "~" || (!isApart && pairedDelimiters().includes(char));
    default:
      return true;
  }
}

const lineStart =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|[-=]+\s*$|[-*_](?:\s*[-*_]){2,}\s*$|\[(?=[ xX]\]|[^\]]{1,999}\]:))/;
const ordinal = /^(\d{1,9})([.)])(?=\s|$)/;

/** Escapes what Markdown takes for a block's beginning (heading, list, quotation, rule, definition) at the start of a line. */
export function escapeLineStart(line: string): string {
  if (lineStart.test(line)) return `\\${line}`;
  return line.replace(ordinal, "$1\\$2");
}

/** A link's destination: in angle brackets where it has parentheses, which would end it. */
export function linkDestination(url: string): string {
  return /[()\s<>]/.test(url) ? `<${url.replace(/[\s<>]/g, encodeURIComponent)}>` : url;
}

/** The length of the longest run of one character. */
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

/** Text as a code span, its white space folded. */
export function codeSpan(text: string): string {
  const code = text.replace(/\s+/g, " ").trim();
  const ticks = "`".repeat(longestRun(code, "`") + 1);
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return ticks + pad + code + pad + ticks;
}
