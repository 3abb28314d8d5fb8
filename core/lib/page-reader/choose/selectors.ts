/** A CSS selector: its steps from the outermost element to the element that it selects. */
export type Selector = readonly SelectorStep[];

/** The conditions for one element of a selector. */
export interface SelectorStep {
  /** Whether the element of the step before must be the parent rather than any ancestor. */
  readonly isChild: boolean;
  /** In lower case. Undefined for any element. */
  readonly tag?: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** Attribute names in lower case. Without a value, the attribute only has to exist. */
  readonly attributes: readonly { readonly name: string; readonly value?: string }[];
}

/** Which elements of a page are its content. */
export interface ContentSelectors {
  /**
   * The elements that are read instead of the chosen main content, without its rules about
   * boilerplate. Empty, or if none matches: the main content is chosen.
   */
  readonly main: readonly Selector[];
  /** The elements that are left out. */
  readonly exclude: readonly Selector[];
}

/** A part of a selector list that can't be read. */
interface SelectorError {
  /** The part, as written. */
  readonly found: string;
  /** The position of the part, starting at 1. */
  readonly position: number;
  /** What could be there instead. */
  readonly expected: string;
}

/** The parts of selectors that `parseSelectors` supports. */
const SUPPORTED =
  "tag, #id, .class, [attribute], [attribute=value], or a space or > between elements";

const SPACE = /[ \t\n\r\f]*/y;
const TAG = /\*|[a-z][\w-]*/iy;
const NAME = /(?:[\w-]|[^\0-\x7f]|\\[^\0-\x1f\da-f])+/iy;
const ATTRIBUTE_NAME = /[a-z_][\w:.-]*/iy;
const QUOTED = /"[^"\\]*"|'[^'\\]*'/y;
/** A part of a selector that isn't supported, such as `:has` or `~=`. */
const UNSUPPORTED = /::?[\w-]+|[~|^$*]=|\\[\da-f]{1,6}|./isy;

/**
 * Parses a list of selectors that commas separate. Supports tags, IDs, classes, attributes, their
 * combinations, and the descendant and child combinators. Escaped characters such as `\:` count as
 * part of a name.
 */
export function parseSelectors(list: string): readonly Selector[] | SelectorError {
  const scanner = createScanner(list);
  const selectors: Selector[] = [];
  do {
    const selector = parseSelector(scanner);
    if ("expected" in selector) return selector;
    selectors.push(selector);
  } while (scanner.read(/,/y) !== undefined);
  return selectors;
}

function parseSelector(scanner: Scanner): Selector | SelectorError {
  const steps: SelectorStep[] = [];
  scanner.read(SPACE);
  for (let isChild = false; ; ) {
    const step = parseStep(scanner, isChild);
    if ("expected" in step) return step;
    steps.push(step);
    const hasSpace = scanner.read(SPACE) !== "";
    isChild = scanner.read(/>/y) !== undefined;
    if (isChild) scanner.read(SPACE);
    else if (!hasSpace || scanner.isAtEnd() || scanner.peek() === ",") return steps;
  }
}

function parseStep(scanner: Scanner, isChild: boolean): SelectorStep | SelectorError {
  const ids: string[] = [];
  const classes: string[] = [];
  const attributes: SelectorStep["attributes"][number][] = [];
  const tag = scanner.read(TAG)?.toLowerCase();
  for (let isEmpty = tag === undefined; ; isEmpty = false) {
    const mark = scanner.read(/[#.[]/y);
    if (mark === undefined) {
      // Whatever follows a complete step is a combinator or the next selector.
      const isEnd = scanner.isAtEnd() || /[\s,>]/.test(scanner.peek());
      if (isEmpty || !isEnd) return scanner.fail(SUPPORTED);
      return { isChild, ...(tag && tag !== "*" && { tag }), ids, classes, attributes };
    }
    if (mark === "[") {
      const attribute = parseAttribute(scanner);
      if ("expected" in attribute) return attribute;
      attributes.push(attribute);
      continue;
    }
    const name = scanner.read(NAME)?.replace(/\\(.)/gsu, "$1");
    if (name === undefined) return scanner.fail(mark === "#" ? "an ID" : "a class");
    (mark === "#" ? ids : classes).push(name);
  }
}

function parseAttribute(scanner: Scanner): { name: string; value?: string } | SelectorError {
  scanner.read(SPACE);
  const name = scanner.read(ATTRIBUTE_NAME)?.toLowerCase();
  if (name === undefined) return scanner.fail("the name of an attribute");
  scanner.read(SPACE);
  if (scanner.read(/\]/y) !== undefined) return { name };
  if (scanner.read(/=/y) === undefined) return scanner.fail("= or ]");
  scanner.read(SPACE);
  const value = scanner.read(QUOTED)?.slice(1, -1) ?? scanner.read(NAME)?.replace(/\\(.)/gsu, "$1");
  if (value === undefined) return scanner.fail("a value, in quotes if it has special characters");
  scanner.read(SPACE);
  return scanner.read(/\]/y) === undefined ? scanner.fail("]") : { name, value };
}

/** Reads a text from left to right. */
interface Scanner {
  /** Reads what a sticky expression matches at the current position. */
  read(pattern: RegExp): string | undefined;
  /** The next character, or "". */
  peek(): string;
  isAtEnd(): boolean;
  fail(expected: string): SelectorError;
}

function createScanner(text: string): Scanner {
  let at = 0;
  return {
    read(pattern) {
      pattern.lastIndex = at;
      const match = pattern.exec(text)?.[0];
      if (match !== undefined) at += match.length;
      return match;
    },
    peek: () => text[at] ?? "",
    isAtEnd: () => at === text.length,
    fail(expected) {
      UNSUPPORTED.lastIndex = at;
      return { found: UNSUPPORTED.exec(text)?.[0] ?? "", position: at + 1, expected };
    },
  };
}
