/** A text without its escapes. Each of its characters knows its place in the original text. */
export interface View {
  readonly text: string;
  /** Where the characters begin and end in the original. Absent for the original itself. */
  readonly places?: { readonly starts: Int32Array; readonly ends: Int32Array } | undefined;
}

/** One escape: its length, and the code of its character. A negative code: none, it is removed. */
interface Escape {
  readonly length: number;
  readonly code: number;
}

type ReadEscape = (text: string, at: number) => Escape | undefined;

/** Escapes can be nested, such as percent-encoded text in JSON in JSON. */
const MAX_LEVELS = 3;
/** Finds out quickly whether a text has an escape. */
const ESCAPE = /[\r\n\0]|%[\da-f]{2}|\\["'\\/nrtux]|&(?:#x?[\da-f]+|[a-z]+);/i;

/** Returns the text as it is, and without one, two and three levels of escapes. */
export function decodedViews(text: string): readonly View[] {
  const whole: View = { text };
  const views: View[] = [whole];
  const addLevels = (first: View) => {
    let view: View | undefined = first;
    for (let level = 0; level < MAX_LEVELS && view && ESCAPE.test(view.text); level++) {
      view = decode(view, readEscape);
      if (view) views.push(view);
    }
  };
  addLevels(whole);
  if (/=\r?\n|=3[dD]/.test(text)) {
    const view = decode({ text }, readQuotedPrintable);
    if (view) {
      views.push(view);
      addLevels(view);
    }
  }
  return views;
}

/** Returns undefined if the view has no escapes. */
function decode({ text, places }: View, read: ReadEscape): View | undefined {
  const codes = new Uint16Array(text.length);
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  let isChanged = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    // This test saves most of the time.
    const found = code < 128 && FIRST[code] === 1 ? read(text, at) : undefined;
    const size = found?.length ?? 1;
    if (found) isChanged = true;
    if (!found || found.code >= 0) {
      codes[length] = found?.code ?? code;
      starts[length] = places?.starts[at] ?? at;
      ends[length] = places?.ends[at + size - 1] ?? at + size;
      length++;
    }
    at += size;
  }
  if (!isChanged) return undefined;
  return { text: UTF16.decode(codes.subarray(0, length)), places: { starts, ends } };
}

/** The characters with which escapes begin. */
const FIRST = new Uint8Array(128);
for (const character of "\r\n\0%\\&=") FIRST[character.charCodeAt(0)] = 1;

/** Typed arrays have the byte order of the machine, which is little-endian on all of them. */
const UTF16 = new TextDecoder("utf-16le", { ignoreBOM: true });

const REMOVED = -1;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  sol: "/",
  plus: "+",
  equals: "=",
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/y;

/** Line breaks and NUL bytes are removed, because base64 is wrapped and ASCII in UTF-16 has NULs. */
function readEscape(text: string, at: number): Escape | undefined {
  switch (text[at]) {
    case "\r":
    case "\n":
    case "\0":
      return { length: 1, code: REMOVED };
    case "%":
      return readHex(text, at, 1, 2);
    case "\\":
      return readBackslash(text, at);
    case "&":
      return readEntity(text, at);
    default:
      return undefined;
  }
}

function readBackslash(text: string, at: number): Escape | undefined {
  const next = text[at + 1];
  if (next === "u") return readHex(text, at, 2, 4);
  if (next === "x") return readHex(text, at, 2, 2);
  if (next === "n" || next === "r") return { length: 2, code: REMOVED };
  if (next === "t") return { length: 2, code: 9 };
  return next !== undefined && "\"'\\/".includes(next)
    ? { length: 2, code: next.charCodeAt(0) }
    : undefined;
}

function readEntity(text: string, at: number): Escape | undefined {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (!match) return undefined;
  const [{ length }, decimal, hex = "", name] = match;
  if (name !== undefined) {
    const character = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    return character === undefined ? undefined : { length, code: character.charCodeAt(0) };
  }
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0xffff ? { length, code } : undefined;
}

function readQuotedPrintable(text: string, at: number): Escape | undefined {
  if (text[at] !== "=") return undefined;
  if (text[at + 1] === "\n") return { length: 2, code: REMOVED };
  if (text[at + 1] === "\r" && text[at + 2] === "\n") return { length: 3, code: REMOVED };
  return readHex(text, at, 1, 2);
}

/** Reads `digits` hexadecimal digits after `prefix` characters. */
function readHex(text: string, at: number, prefix: number, digits: number): Escape | undefined {
  let code = 0;
  for (let index = at + prefix; index < at + prefix + digits; index++) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit < 0) return undefined;
    code = code * 16 + digit;
  }
  return { length: prefix + digits, code };
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
