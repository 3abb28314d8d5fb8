import { requireValue } from "../../kit/require-value.ts";
import { ANY, CONTROLS, DOT, literal, NOT_SPACES, NOTHING, SPACES } from "./character-sets.ts";
import { invalid, type Reason, TranslationError, unsupported } from "./translation-error.ts";

/** A pattern in RE2 syntax. */
interface Translation {
  readonly source: string;
  /** An upper bound on the number of compiled instructions. */
  readonly size: number;
}

interface Quantifier {
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

/**
 * Translates an ECMA-262 pattern to RE2 syntax, or returns the reason why it can't. The pattern is
 * read with the flag `u`, as JSON Schema recommends (2020-12, Core, section 6.4). Groups no longer
 * capture, because the result only decides whether a string matches.
 */
export function translate(pattern: string): Translation | Reason {
  if (!pattern.isWellFormed()) return "invalid";
  try {
    return new PatternParser(Array.from(pattern)).parse();
  } catch (error) {
    if (error instanceof TranslationError) return error.reason;
    throw error;
  }
}

/** The cost of a Unicode property, in instructions: which has hundreds of ranges. */
const PROPERTY_SIZE = 20;

class PatternParser {
  readonly #characters: readonly string[];
  #at = 0;
  #weight = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  parse(): Translation {
    const { source, size } = this.#parseAlternatives();
    if (this.#at < this.#characters.length) invalid();
    return { source, size: size + this.#weight + 2 };
  }

  #startsWith(text: string): boolean {
    return this.#characters.slice(this.#at, this.#at + text.length).join("") === text;
  }

  #accept(text: string): boolean {
    if (!this.#startsWith(text)) return false;
    this.#at += text.length;
    return true;
  }

  /** Reads up to an end character and consumes it. */
  #readUntil(end: string): string {
    const found = this.#characters.indexOf(end, this.#at);
    if (found === -1) invalid();
    const text = this.#characters.slice(this.#at, found).join("");
    this.#at = found + 1;
    return text;
  }

  #parseAlternatives(): Translation {
    let { source, size } = this.#parseSequence();
    while (this.#accept("|")) {
      const next = this.#parseSequence();
      source += `|${next.source}`;
      size += next.size + 1;
    }
    return { source, size };
  }

  #parseSequence(): Translation {
    let source = "";
    let size = 0;
    while (
      this.#at < this.#characters.length &&
      this.#characters[this.#at] !== "|" &&
      this.#characters[this.#at] !== ")"
    ) {
      const assertion = this.#parseAssertion();
      const part = assertion
        ? { source: assertion, size: 1 }
        : this.#parseQuantifier(this.#parseAtom());
      source += part.source;
      size += part.size;
    }
    return { source, size: Math.max(size, 1) };
  }

  #parseAssertion(): string | undefined {
    if (this.#accept("^")) return "\\A";
    if (this.#accept("$")) return "\\z";
    if (this.#accept("\\b")) return "\\b";
    return this.#accept("\\B") ? "\\B" : undefined;
  }

  #parseAtom(): Translation {
    const character = this.#characters[this.#at++] ?? invalid();
    if (character === "(") return this.#parseGroup();
    if (character === "[") return { source: this.#parseClass(), size: 1 };
    if (character === ".") return { source: DOT, size: 1 };
    if (character !== "\\") {
      return "*+?{}])".includes(character)
        ? invalid()
        : { source: literal(codePointOf(character)), size: 1 };
    }
    const escaped = this.#parseEscape();
    if (typeof escaped === "number") return { source: literal(escaped), size: 1 };
    return { source: `[${escaped}]`, size: 1 };
  }

  #parseGroup(): Translation {
    if (this.#accept("?") && !this.#accept(":")) {
      if (!this.#accept("<") || this.#startsWith("=") || this.#startsWith("!")) unsupported();
      if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(this.#readUntil(">"))) invalid();
    }
    const { source, size } = this.#parseAlternatives();
    if (!this.#accept(")")) invalid();
    return { source: `(?:${source})`, size };
  }

  #parseQuantifier({ source, size }: Translation): Translation {
    const quantifier = this.#readQuantifier();
    if (!quantifier) return { source, size };
    this.#accept("?"); // Laziness doesn't change whether a string matches.
    const { text, least, most } = quantifier;
    // An optional copy costs one branch. An endless repetition costs a second one, because it may
    // match the empty string.
    const branches = most === Infinity ? 2 : most - least;
    const copies = most === Infinity ? Math.max(least, 1) : most;
    return { source: source + text, size: Math.max(size * copies + branches, 1) };
  }

  #readQuantifier(): Quantifier | undefined {
    if (this.#accept("*")) return { text: "*", least: 0, most: Infinity };
    if (this.#accept("+")) return { text: "+", least: 1, most: Infinity };
    if (this.#accept("?")) return { text: "?", least: 0, most: 1 };
    if (!this.#accept("{")) return undefined;
    const counts = /^(\d{1,9})(,?)(\d{0,9})$/.exec(this.#readUntil("}")) ?? invalid();
    const [least, most] = [
      Number(counts[1]),
      Number(counts[3] || (counts[2] ? Infinity : counts[1])),
    ];
    if (most < least || (counts[3] && !counts[2])) invalid();
    return { text: `{${counts[0]}}`, least, most };
  }

  #parseClass(): string {
    const isNegated = this.#accept("^");
    let members = "";
    while (!this.#accept("]")) {
      const from = this.#parseMember();
      const isRange = this.#startsWith("-") && this.#characters[this.#at + 1] !== "]";
      if (!isRange) {
        members += typeof from === "number" ? literal(from) : from;
        continue;
      }
      this.#at += 1;
      const to = this.#parseMember();
      if (typeof from !== "number" || typeof to !== "number" || from > to) invalid();
      members += `${literal(from)}-${literal(to)}`;
    }
    if (!members) return isNegated ? ANY : NOTHING;
    return `[${isNegated ? "^" : ""}${members}]`;
  }

  #parseMember(): number | string {
    const character = this.#characters[this.#at++] ?? invalid();
    if (character !== "\\") return codePointOf(character);
    return this.#accept("b") ? 8 : this.#parseEscape();
  }

  /** Returns a code point, or a set of code points as it is written inside an RE2 class. */
  #parseEscape(): number | string {
    const character = this.#characters[this.#at++] ?? invalid();
    if (CONTROLS[character]) return CONTROLS[character];
    if ("dDwW".includes(character)) return `\\${character}`;
    if (character === "s") return SPACES;
    if (character === "S") return NOT_SPACES;
    if (character === "x") return this.#readHex(2);
    if (character === "u") return this.#parseUnicodeEscape();
    const next = this.#characters[this.#at] ?? "";
    if (character === "c" && /^[A-Za-z]$/.test(next)) {
      this.#at++;
      return codePointOf(next) % 32;
    }
    if (character === "0" && !/^\d$/.test(next)) return 0;
    if (character === "p" || character === "P") return this.#parseProperty(character);
    if (/^[1-9k]$/.test(character)) unsupported();
    // Escaped ASCII punctuation is literal.
    return /^[!-/:-@[-`{-~ ]$/.test(character) ? codePointOf(character) : invalid();
  }

  #parseUnicodeEscape(): number {
    if (this.#accept("{")) {
      const digits = this.#readUntil("}");
      const codePoint = /^[\dA-Fa-f]{1,8}$/.test(digits) ? Number.parseInt(digits, 16) : Infinity;
      if (codePoint > 0x10ffff) invalid();
      return isSurrogate(codePoint) ? unsupported() : codePoint;
    }
    const first = this.#readHex(4);
    if (!isSurrogate(first)) return first;
    if (first >= 0xdc00 || !this.#accept("\\u")) unsupported();
    const second = this.#readHex(4);
    if (second < 0xdc00 || second > 0xdfff) unsupported();
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }

  #readHex(length: number): number {
    const digits = this.#characters.slice(this.#at, this.#at + length).join("");
    if (digits.length !== length || !/^[\dA-Fa-f]+$/.test(digits)) invalid();
    this.#at += length;
    return Number.parseInt(digits, 16);
  }

  /** Translates a general category or a script. RE2 supports no other properties. */
  #parseProperty(letter: string): string {
    if (!this.#accept("{")) invalid();
    const property = /^(?:(?:General_Category|gc|Script|sc)=)?([A-Za-z_]{1,40})$/;
    const [, name] = property.exec(this.#readUntil("}")) ?? unsupported();
    this.#weight += PROPERTY_SIZE;
    if (letter === "p" && name === "ASCII") return String.raw`\x{0}-\x{7f}`;
    return `\\${letter}{${name}}`;
  }
}

const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

/** Returns the code point of a character. */
const codePointOf = (character: string): number =>
  requireValue(character.codePointAt(0), "a character");
