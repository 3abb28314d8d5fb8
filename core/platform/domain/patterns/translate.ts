/** A pattern in RE2's syntax. */
export interface Translation {
  readonly source: string;
  /** An upper bound of the instructions that it compiles to. */
  readonly size: number;
}

interface Quantifier {
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

/** `unsupported`: RE2 has no equivalent, as for lookaround and backreferences. */
type Reason = "invalid" | "unsupported";

class TranslationError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Translates a pattern of ECMA-262 (with the flag `u`, as JSON Schema asks) to RE2's syntax, or
 * returns why it can't. Groups no longer capture: the result only decides whether a string matches.
 */
export function translate(pattern: string): Translation | Reason {
  if (!pattern.isWellFormed()) return "invalid";
  try {
    return createParser(Array.from(pattern)).parse();
  } catch (error) {
    if (error instanceof TranslationError) return error.reason;
    throw error;
  }
}

const ANY = String.raw`[\x{0}-\x{10ffff}]`;
const NOTHING = String.raw`[^\x{0}-\x{10ffff}]`;
/** ECMA-262's dot excludes four line terminators, RE2's only one. */
const DOT = String.raw`[^\n\r\x{2028}\x{2029}]`;
/** ECMA-262's `\s` has more members than RE2's. */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NOT_SPACES = [
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}`,
  String.raw`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join("");

/** A Unicode property has hundreds of ranges, which takes about as long as so many instructions. */
const PROPERTY_SIZE = 20;

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

const literal = (codePoint: number) => `\\x{${codePoint.toString(16)}}`;

function invalid(): never {
  throw new TranslationError("invalid");
}

function unsupported(): never {
  throw new TranslationError("unsupported");
}

function createParser(characters: readonly string[]) {
  let at = 0;
  let weight = 0;

  const startsWith = (text: string) => characters.slice(at, at + text.length).join("") === text;

  function accept(text: string): boolean {
    if (!startsWith(text)) return false;
    at += text.length;
    return true;
  }

  /** The characters up to the end, which is consumed too. */
  function until(end: string): string {
    const found = characters.indexOf(end, at);
    if (found === -1) invalid();
    const text = characters.slice(at, found).join("");
    at = found + 1;
    return text;
  }

  function parseAlternatives(): Translation {
    let { source, size } = parseSequence();
    while (accept("|")) {
      const next = parseSequence();
      source += `|${next.source}`;
      size += next.size + 1;
    }
    return { source, size };
  }

  function parseSequence(): Translation {
    let source = "";
    let size = 0;
    while (at < characters.length && characters[at] !== "|" && characters[at] !== ")") {
      const assertion = parseAssertion();
      const part = assertion ? { source: assertion, size: 1 } : parseQuantifier(parseAtom());
      source += part.source;
      size += part.size;
    }
    return { source, size: Math.max(size, 1) };
  }

  function parseAssertion(): string | undefined {
    if (accept("^")) return "\\A";
    if (accept("$")) return "\\z";
    if (accept("\\b")) return "\\b";
    return accept("\\B") ? "\\B" : undefined;
  }

  function parseAtom(): Translation {
    const character = characters[at++]!;
    if (character === "(") return parseGroup();
    if (character === "[") return { source: parseClass(), size: 1 };
    if (character === ".") return { source: DOT, size: 1 };
    if (character !== "\\") {
      return "*+?{}])".includes(character)
        ? invalid()
        : { source: literal(character.codePointAt(0)!), size: 1 };
    }
    const escape = parseEscape();
    if (typeof escape === "number") return { source: literal(escape), size: 1 };
    return { source: `[${escape}]`, size: 1 };
  }

  function parseGroup(): Translation {
    if (accept("?") && !accept(":")) {
      if (!accept("<") || startsWith("=") || startsWith("!")) unsupported();
      if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(until(">"))) invalid();
    }
    const { source, size } = parseAlternatives();
    if (!accept(")")) invalid();
    return { source: `(?:${source})`, size };
  }

  function parseQuantifier({ source, size }: Translation): Translation {
    const quantifier = readQuantifier();
    if (!quantifier) return { source, size };
    accept("?"); // Laziness doesn't change whether a string matches.
    const { text, least, most } = quantifier;
    // What is optional or endless costs a branch, and one more where it may be empty.
    const branches = most === Infinity ? 2 : most - least;
    const copies = most === Infinity ? Math.max(least, 1) : most;
    return { source: source + text, size: Math.max(size * copies + branches, 1) };
  }

  function readQuantifier(): Quantifier | undefined {
    if (accept("*")) return { text: "*", least: 0, most: Infinity };
    if (accept("+")) return { text: "+", least: 1, most: Infinity };
    if (accept("?")) return { text: "?", least: 0, most: 1 };
    if (!accept("{")) return undefined;
    const counts = /^(\d{1,9})(,?)(\d{0,9})$/.exec(until("}")) ?? invalid();
    const [least, most] = [
      Number(counts[1]),
      Number(counts[3] || (counts[2] ? Infinity : counts[1])),
    ];
    if (most < least || (counts[3] && !counts[2])) invalid();
    return { text: `{${counts[0]}}`, least, most };
  }

  function parseClass(): string {
    const isNegated = accept("^");
    let members = "";
    while (!accept("]")) {
      const from = parseMember();
      const isRange = startsWith("-") && characters[at + 1] !== "]";
      if (!isRange) {
        members += typeof from === "number" ? literal(from) : from;
        continue;
      }
      at += 1;
      const to = parseMember();
      if (typeof from !== "number" || typeof to !== "number" || from > to) invalid();
      members += `${literal(from)}-${literal(to)}`;
    }
    if (!members) return isNegated ? ANY : NOTHING;
    return `[${isNegated ? "^" : ""}${members}]`;
  }

  function parseMember(): number | string {
    const character = characters[at++] ?? invalid();
    if (character !== "\\") return character.codePointAt(0)!;
    return accept("b") ? 8 : parseEscape();
  }

  /** A code point, or what stands for a set of them within a class. */
  function parseEscape(): number | string {
    const character = characters[at++] ?? invalid();
    if (CONTROLS[character]) return CONTROLS[character];
    if ("dDwW".includes(character)) return `\\${character}`;
    if (character === "s") return SPACES;
    if (character === "S") return NOT_SPACES;
    if (character === "x") return readHex(2);
    if (character === "u") return parseUnicodeEscape();
    if (character === "c" && /^[A-Za-z]$/.test(characters[at] ?? "")) {
      return characters[at++]!.codePointAt(0)! % 32;
    }
    if (character === "0" && !/^\d$/.test(characters[at] ?? "")) return 0;
    if (character === "p" || character === "P") return parseProperty(character);
    if (/^[1-9k]$/.test(character)) unsupported();
    // ASCII punctuation stands for itself.
    return /^[!-/:-@[-`{-~ ]$/.test(character) ? character.codePointAt(0)! : invalid();
  }

  function parseUnicodeEscape(): number {
    if (accept("{")) {
      const digits = until("}");
      const codePoint = /^[\dA-Fa-f]{1,8}$/.test(digits) ? Number.parseInt(digits, 16) : Infinity;
      if (codePoint > 0x10ffff) invalid();
      return isSurrogate(codePoint) ? unsupported() : codePoint;
    }
    const first = readHex(4);
    if (!isSurrogate(first)) return first;
    if (first >= 0xdc00 || !accept("\\u")) unsupported();
    const second = readHex(4);
    if (second < 0xdc00 || second > 0xdfff) unsupported();
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }

  function readHex(length: number): number {
    const digits = characters.slice(at, at + length).join("");
    if (digits.length !== length || !/^[\dA-Fa-f]+$/.test(digits)) invalid();
    at += length;
    return Number.parseInt(digits, 16);
  }

  /** A general category or a script; RE2 has no other properties. */
  function parseProperty(escape: string): string {
    if (!accept("{")) invalid();
    const property = /^(?:(?:General_Category|gc|Script|sc)=)?([A-Za-z_]{1,40})$/;
    const [, name] = property.exec(until("}")) ?? unsupported();
    weight += PROPERTY_SIZE;
    if (escape === "p" && name === "ASCII") return String.raw`\x{0}-\x{7f}`;
    return `\\${escape}{${name}}`;
  }

  return {
    parse() {
      const translation = parseAlternatives();
      if (at < characters.length) invalid();
      return { source: translation.source, size: translation.size + weight + 2 };
    },
  };
}

const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;
