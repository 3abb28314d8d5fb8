/** Bounds on a JSON text. */
export interface JsonBounds {
  /** The maximum number of nested arrays and objects. */
  readonly depth: number;
  /** The maximum number of members and items of all objects and arrays together. */
  readonly values: number;
  /** The maximum number of members of one object. */
  readonly members: number;
}

/** The bound that a text exceeds, or the number of its members and items. */
type JsonSize = { readonly exceeds: keyof JsonBounds } | { readonly values: number };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;

/**
 * Measures a JSON text before it is parsed, because parsing an object with thousands of different
 * names takes a hundred times as long as this scan. Stops at the first bound that the text exceeds.
 * The result for a text that isn't JSON is meaningless, but never larger than its length.
 */
export function measureJson(text: string, bounds: JsonBounds): JsonSize {
  // The number of members of each open object. -1 for an array.
  const children = new Int32Array(bounds.depth);
  let depth = 0;
  let values = 0;
  // Whether the last container has no child yet.
  let isEmpty = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      if (depth > 0) depth--;
      isEmpty = false;
      continue;
    }
    if (isEmpty || code === COMMA) {
      isEmpty = false;
      values++;
      if (values > bounds.values) return { exceeds: "values" };
      const members = (children[depth - 1] ?? -1) + 1;
      if (members > bounds.members) return { exceeds: "members" };
      if (members > 0) children[depth - 1] = members;
    }
    if (code === QUOTE) at = findStringEnd(text, at + 1);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (depth === bounds.depth) return { exceeds: "depth" };
      children[depth++] = code === OPEN_OBJECT ? 0 : -1;
      isEmpty = true;
    }
  }
  return { values };
}

/** Returns the index of the quotation mark that ends a string, or the length of the text. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
