/** Where a text stops being JSON. */
interface JsonError {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** A sentence without any part of the text. */
  readonly message: string;
}

const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const WHITESPACE = /[ \t\r\n]*/y;

/** The expected token: a value, the first member, a further member, or a comma or an end. */
type Expected = "value" | "first" | "member" | "separator";

/**
 * Finds the first error in a text that `JSON.parse` rejects. Returns undefined if there is none.
 * The result is the same in every runtime, unlike the messages of `JSON.parse`.
 */
export function findJsonError(text: string): JsonError | undefined {
  /** The end of each open object and array. */
  const ends: ("}" | "]")[] = [];
  let expected: Expected = "value";
  let at = 0;

  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    const isFound = pattern.test(text);
    if (isFound) at = pattern.lastIndex;
    return isFound;
  }

  function skipCharacter(character: string | undefined): boolean {
    if (character === undefined || text[at] !== character) return false;
    at++;
    return true;
  }

  function readString(): string | undefined {
    skipCharacter('"');
    do skip(PLAIN_CHARACTERS);
    while (skip(ESCAPE));
    if (skipCharacter('"')) return undefined;
    if (at >= text.length) return "The string doesn't end.";
    return text[at] === "\\"
      ? "The escape sequence is invalid."
      : "The string contains an unescaped control character, such as a line break.";
  }

  function readName(): string | undefined {
    if (text[at] !== '"') return "Expected a name in double quotes.";
    const error = readString();
    if (error) return error;
    skip(WHITESPACE);
    if (!skipCharacter(":")) return "Expected a colon.";
    skip(WHITESPACE);
    return readValue();
  }

  function readValue(): string | undefined {
    if (skipCharacter("{")) ends.push("}");
    else if (skipCharacter("[")) ends.push("]");
    else {
      expected = "separator";
      if (text[at] === '"') return readString();
      return skip(SCALAR) ? undefined : "Expected a value.";
    }
    expected = "first";
    return undefined;
  }

  function readNext(): string | undefined {
    const end = ends.at(-1);
    if (expected !== "member" && expected !== "value" && skipCharacter(end)) {
      ends.pop();
      expected = "separator";
      return undefined;
    }
    if (expected === "separator") {
      if (end === undefined) return "Expected the end of the text.";
      if (!skipCharacter(",")) return `Expected a comma or ${end}.`;
      expected = "member";
      return undefined;
    }
    return end === "}" ? readName() : readValue();
  }

  skip(WHITESPACE);
  while (at < text.length || ends.length > 0 || expected === "value") {
    const message = at < text.length ? readNext() : "The text ends too early.";
    if (message) return { ...positionOf(text, at), message };
    skip(WHITESPACE);
  }
  return undefined;
}

function positionOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (
    let next = text.indexOf("\n");
    next !== -1 && next < at;
    next = text.indexOf("\n", next + 1)
  ) {
    line++;
    lineStart = next + 1;
  }
  return { line, column: at - lineStart + 1 };
}

/** Describes the first error, such as `Line 2, column 7: Expected a colon.` */
export function describeJsonError(text: string): string {
  const error = findJsonError(text);
  return error ? `Line ${error.line}, column ${error.column}: ${error.message}` : "It isn't JSON.";
}
