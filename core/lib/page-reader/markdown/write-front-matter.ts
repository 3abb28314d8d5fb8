import type { PageMetadata } from "../page.ts";

/** The names of the values in the order in which they are written. */
const NAMES = [
  "title",
  "description",
  "canonical",
  "language",
  "published",
  "modified",
] as const satisfies readonly (keyof PageMetadata)[];

/** Longer values are cut. In UTF-16 units. */
const MAX_LENGTH = 1000;

/** Writes the metadata of a page as YAML front matter, with a blank line at the end. */
export function writeFrontMatter(metadata: PageMetadata): string {
  const lines = NAMES.flatMap((name) => {
    const value = metadata[name];
    return value ? [`${name}: ${quote(value)}\n`] : [];
  });
  return `---\n${lines.join("")}---\n\n`;
}

/**
 * The characters that JSON allows in a string, but not every YAML parser: DEL, the C1 controls, line
 * separators, byte order marks and noncharacters.
 */
const NOT_PRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Writes a text as a double-quoted scalar (YAML 1.2, 7.3.1). Every value is quoted, so that none is
 * read as a number, date, list or comment. A JSON string is such a scalar.
 */
function quote(text: string): string {
  return JSON.stringify(text.slice(0, MAX_LENGTH).toWellFormed()).replace(
    NOT_PRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
