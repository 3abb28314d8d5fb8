import { ANY, CONTROLS, DOT, literal, NOT_SPACES, NOTHING, SPACES } from "./character-sets.ts";

/** A pattern in RE2 syntax. */
export interface Translation {
  readonly source: string;
  /** An upper bound on the number of compiled instructions. */
  readonly size: number;
}

interface Quantifier {
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

/** `unsupported` means that RE2 has no equivalent, for example for backreferences. */
type Reason = "invalid" | "unsupported";

class TranslationError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Translates an ECMA-262 pattern to RE2 syntax, or returns the reason why it can't. The pattern is
 * read with the flag `u`, as JSON Schema recommends (2020-12, Core, section 6.4). Groups no longer
 * capture, because the result only decides whether a string matches.
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

/** The cost of a Unicode property, in instructions: which has hundreds of ranges. */
const PROPERTY_SIZE = 20;

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

  /** Reads up to an end character and consumes it. */
  function readUntil(end: string): string {
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
    const escaped = parseEscape();
    if (typeof escaped === "number") return { source: literal(escaped), size: 1 };
    return { source: `[${escaped}]`, size: 1 };
  }

  function parseGroup(): Translation {
    if (accept("?") && !accept(":")) {
      if (!accept("<") || startsWith("=") || startsWith("!")) unsupported();
      if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(readUntil(">"))) invalid();
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
    // An optional copy costs one branch. An endless repetition costs a second one, because it may
    // match the empty string.
    const branches = most === Infinity ? 2 : most - least;
    const copies = most === Infinity ? Math.max(least, 1) : most;
    return { source: source + text, size: Math.max(size * copies + branches, 1) };
  }

  function readQuantifier(): Quantifier | undefined {
    if (accept("*")) return { text: "*", least: 0, most: Infinity };
    if (accept("+")) return { text: "+", least: 1, most: Infinity };
    if (accept("?")) return { text: "?", least: 0, most: 1 };
    if (!accept("{")) return undefined;
    const counts = /^(\d{1,9})(,?)(\d{0,9})$/.exec(readUntil("}")) ?? invalid();
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

  /** Returns a code point, or a set of code points as it is written inside an RE2 class. */
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
    // Escaped ASCII punctuation is literal.
    return /^[!-/:-@[-`{-~ ]$/.test(character) ? character.codePointAt(0)! : invalid();
  }

  function parseUnicodeEscape(): number {
    if (accept("{")) {
      const digits = readUntil("}");
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

  /** Translates a general category or a script. RE2 supports no other properties. */
  function parseProperty(letter: string): string {
    if (!accept("{")) invalid();
    const property = /^(?:(?:General_Category|gc|Script|sc)=)?([A-Za-z_]{1,40})$/;
    const [, name] = property.exec(readUntil("}")) ?? unsupported();
    weight += PROPERTY_SIZE;
    if (letter === "p" && name === "ASCII") return String.raw`\x{0}-\x{7f}`;
    return `\\${letter}{${name}}`;
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
